/**
 * One job of a language model. Answers a transcript in one go if it fits; otherwise chunk by chunk,
 * all under the same schema, and merges the answers by type.
 */
import { JobError } from '../../core/errors.ts'
import { compileSchema, type ResultCheck } from '../check-result.ts'
import type { WorkOptions, WriteRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import type { AnsweringModel, Coverage } from './answering-model.ts'
import { combineTexts, openTexts, withTexts } from './combine-texts.ts'
import { layOut, type Layout } from './layout.ts'
import { mergeVotes } from './merge.ts'
import { notesPrompt, transcriptPrompt } from './prompt.ts'
import { toVote, type Vote } from './votes.ts'

type WriteOptions = WorkOptions & {
  maxTokens: number
  contextTokens?: number
  /** Called before each chunk, to restart its deadline. */
  onChunk?: () => void
}

type Answer = { result: Record<string, unknown>; coverage: Coverage }

type Job = {
  model: AnsweringModel
  request: WriteRequest
  plan: Plan
  layout: Layout
  options: WriteOptions
}

/** Greedy first; if the answer does not conform, once more with some randomness. */
const temperatures = [0, 0.5]

/**
 * Answers one request with a model. The result conforms to the schema; throws `JobError`
 * schema_not_satisfied if none does.
 */
export async function writeAnswer(
  model: AnsweringModel,
  request: WriteRequest,
  options: WriteOptions,
): Promise<Answer> {
  const plan = planFor(request.schema)
  const check = compileSchema(request.schema)
  const layout = layOut(model, request, { plan, ...options })
  await model.open(layout.contextSize)
  const job: Job = { model, request, plan, layout, options }
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
  const { model, layout, request, plan, options } = job
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
        count: model.countTokens,
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
  const { model, options, layout } = job
  const { signal } = options
  options.onChunk?.()
  const expected = model.countPrompt(text) / 5 + layout.maxTokens / 2
  const onTokens = (count: number) => report(count, expected)
  const { maxTokens } = layout
  let fault: string | null = null
  for (const temperature of temperatures) {
    const question = { prompt: text, plan, maxTokens, temperature, signal, onTokens }
    const value = await model.answer(question)
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
