/**
 * One job of the model process. Answers a transcript in one go if it fits; otherwise chunk by
 * chunk, all under the same schema, and merges the answers by type.
 */
import type { Token } from 'node-llama-cpp'
import { JobError } from '../../core/errors.ts'
import { compileSchema, type ResultCheck } from '../check-result.ts'
import type { WorkOptions, WriteRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import { combineTexts, openTexts, withTexts } from './combine-texts.ts'
import { openContext, readPrompt, toTokens, type LoadedModel, type ReadContext } from './context.ts'
import { fillPlan } from './fill-plan.ts'
import { layOut, type Layout } from './layout.ts'
import { mergeVotes } from './merge.ts'
import { createGrammarSampler } from './grammar-sampler.ts'
import { notesPrompt, transcriptPrompt } from './prompt.ts'
import type { Coverage } from './protocol.ts'
import { toVote, type Vote } from './votes.ts'

type WriteOptions = WorkOptions & {
  maxTokens: number
  contextTokens?: number
  /** Called before each chunk, to restart its deadline. */
  onChunk?: () => void
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

/** Greedy first; if the answer does not conform, once more with some randomness. */
const temperatures = [0, 0.5]

/**
 * Answers one request with a loaded model. The result conforms to the schema; throws `JobError`
 * schema_not_satisfied if none does.
 */
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
  const { votes, used } = await answerChunks(job, check)
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

/** Leaves out a chunk without a conforming answer, and records that in the coverage. */
async function answerChunks(
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
    const report = chunkProgress(options.onProgress, steps)
    try {
      votes.push(toVote(await answerPrompt(job, { text, plan, check, report }), chunk))
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
  const report = chunkProgress(options.onProgress, { done: length, of: length + 1 })
  try {
    const texts = await combineTexts(
      open,
      votes.map(({ value }) => value),
      {
        // Notes have longer enclosing lines than a transcript.
        room: layout.room - 64,
        count: (text) => loaded.model.tokenize(text).length,
        ask: (notes, openPlan) => {
          const text = notesPrompt(notes, { ...request, plan: openPlan })
          return answerPrompt(job, { text, plan: openPlan, check: () => null, report })
        },
      },
    )
    return withTexts(merged, texts)
  } catch (error) {
    if (!isUnsatisfied(error)) throw error
    return merged
  }
}

type PromptTask = {
  text: string
  plan: Plan
  check: ResultCheck
  report: (count: number, total: number) => void
}

async function answerPrompt(job: Job, { text, plan, check, report }: PromptTask): Promise<unknown> {
  const { loaded, context, options, layout } = job
  const { signal } = options
  options.onChunk?.()
  const tokens: Token[] = toTokens(loaded.model, text)
  const onTokens = (count: number) => report(count, tokens.length / 5 + layout.maxTokens / 2)
  let fault: string | null = null
  for (const temperature of temperatures) {
    await readPrompt(context, tokens, { signal, onTokens })
    const { llama, model } = loaded
    const { sequence } = context
    const tools = { llama, model, sequence, maxTokens: layout.maxTokens, temperature }
    const value = await fillPlan(plan, createGrammarSampler({ ...tools, signal, onTokens }))
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

/** Progress over the chunks of a job: never decreases, and reaches the end only at the end. */

/**
 * Reports progress in tokens; reading counts a fifth of writing. A chunk that takes longer than
 * expected stays at its end until the next one starts there.
 */
function chunkProgress(
  onProgress: (fraction: number) => void,
  { done, of }: { done: number; of: number },
): (count: number, expected: number) => void {
  let tokens = 0
  let reported = 0
  return (count, expected) => {
    tokens += count > 1 ? count / 5 : 1
    reported = Math.max(reported, Math.min(0.99, tokens / expected))
    onProgress((done + reported) / of)
  }
}
