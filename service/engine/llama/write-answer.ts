/**
 * One job of the model process. A transcript that fits is answered at once; a longer one piece by
 * piece, and the answers are merged by type. Every piece is answered under the same schema.
 */
import type { Token } from 'node-llama-cpp'

import { JobError } from '../../core/errors.ts'
import { compileSchema } from '../check-result.ts'
import type { ResultCheck } from '../check-result.ts'
import type { WorkOptions, WriteRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import { combineTexts, openTexts, withTexts } from './combine-texts.ts'
import { openContext, readPrompt, toTokens } from './context.ts'
import type { LoadedModel, ReadContext } from './context.ts'
import { fillPlan } from './fill-plan.ts'
import { layOut } from './layout.ts'
import type { Layout } from './layout.ts'
import { mergeVotes } from './merge.ts'
import { createPen } from './pen.ts'
import { pieceProgress } from './piece-progress.ts'
import { notesPrompt, transcriptPrompt } from './prompt.ts'
import type { Coverage } from './protocol.ts'
import { toVote } from './votes.ts'
import type { Vote } from './votes.ts'

type WriteOptions = WorkOptions & {
  maxTokens: number
  contextTokens?: number
  /** Called before each piece: the time that one may take begins anew. */
  onPiece?: () => void
}

type Answer = { result: Record<string, unknown>; coverage: Coverage }

type Job = {
  loaded: LoadedModel
  context: ReadContext
  request: WriteRequest
  plan: Plan
  layout: Layout
  options: WriteOptions
}

/** Greedy first; where the answer does not conform, once more with some freedom. */
const temperatures = [0, 0.5]

export async function writeAnswer(
  loaded: LoadedModel,
  request: WriteRequest,
  options: WriteOptions,
): Promise<Answer> {
  const plan = planFor(request.schema)
  const check = compileSchema(request.schema)
  const layout = layOut(loaded.model, request, { plan, ...options })
  const context = await openContext(loaded, layout.contextSize)
  const job: Job = { loaded, context, request, plan, layout, options }
  const { votes, used } = await answerPieces(job, check)
  const [first] = votes
  const result = votes.length === 1 ? first?.value : await merge(job, votes)
  const fault = check(result)
  if (fault !== null) throw unsatisfied(fault)
  return {
    // The root of an accepted schema is an object.
    result: result as Record<string, unknown>,
    coverage: { tokens_total: layout.total, tokens_used: used, chunks: layout.chunks.length },
  }
}

/** A piece without an answer that conforms is left out, and the coverage says so. */
async function answerPieces(
  job: Job,
  check: ResultCheck,
): Promise<{ votes: Vote[]; used: number }> {
  const { request, plan, options, layout } = job
  const { chunks } = layout
  const votes: Vote[] = []
  let used = 0
  let failure: unknown
  for (const [index, chunk] of chunks.entries()) {
    const part = chunks.length > 1 ? { number: index + 1, of: chunks.length } : undefined
    const text = transcriptPrompt(chunk.text, { ...request, plan, ...(part && { part }) })
    const steps = { done: index, of: chunks.length + (part ? 1 : 0) }
    const report = pieceProgress(options.onProgress, steps)
    try {
      votes.push(toVote(await answerPiece(job, { text, plan, check, report }), chunk))
      used += chunk.tokens
    } catch (error) {
      if (!isUnsatisfied(error)) throw error
      failure = error
    }
  }
  if (votes.length === 0) throw failure
  return { votes, used }
}

async function merge(job: Job, votes: readonly Vote[]): Promise<unknown> {
  const { loaded, layout, request, plan, options } = job
  const merged = mergeVotes(plan, votes)
  const open = openTexts(plan, votes)
  if (!open) return merged
  const { length } = layout.chunks
  const report = pieceProgress(options.onProgress, { done: length, of: length + 1 })
  try {
    const texts = await combineTexts(
      open,
      votes.map(({ value }) => value),
      {
        // The lines around notes are longer than those around a transcript.
        room: layout.room - 64,
        count: (text) => loaded.model.tokenize(text).length,
        ask: (notes, asked) => {
          const text = notesPrompt(notes, { ...request, plan: asked })
          return answerPiece(job, { text, plan: asked, check: () => null, report })
        },
      },
    )
    return withTexts(merged, texts)
  } catch (error) {
    if (!isUnsatisfied(error)) throw error
    return merged
  }
}

type Piece = {
  text: string
  plan: Plan
  check: ResultCheck
  report: (count: number, total: number) => void
}

async function answerPiece(job: Job, { text, plan, check, report }: Piece): Promise<unknown> {
  const { loaded, context, options, layout } = job
  const { signal } = options
  options.onPiece?.()
  const tokens: Token[] = toTokens(loaded.model, text)
  const onTokens = (count: number) => report(count, tokens.length / 5 + layout.maxTokens / 2)
  let fault: string | null = null
  for (const temperature of temperatures) {
    await readPrompt(context, tokens, { signal, onTokens })
    const { llama, model } = loaded
    const { sequence } = context
    const tools = { llama, model, sequence, maxTokens: layout.maxTokens, temperature }
    const value = await fillPlan(plan, createPen({ ...tools, signal, onTokens }))
    fault = check(value)
    if (fault === null) return value
  }
  throw unsatisfied(fault)
}

function unsatisfied(fault: string | null): JobError {
  return new JobError('schema_not_satisfied', `The answer does not conform: ${fault}.`)
}

function isUnsatisfied(error: unknown): boolean {
  return error instanceof JobError && error.code === 'schema_not_satisfied'
}
