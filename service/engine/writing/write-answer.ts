/**
 * One job of a language model that does not read whole recordings. Where a guide tells what matters, it answers from one
 * reading what the built-in analyser does not list. Without one, a transcript that does not fit is answered chunk by chunk,
 * all under the same schema, and the answers are merged by type.
 */
import { JobError } from '../../core/errors.ts'
import { compileSchema, type ResultCheck } from '../check-result.ts'
import type { ModelRequest, ReadingGuide, WorkOptions } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import { isObject } from '../schema-shape.ts'
import type { AnsweringModel, Coverage } from './answering-model.ts'
import { tokensOf, toTurns } from './chunks.ts'
import { combineTexts, openTexts, withTexts } from './combine-texts.ts'
import { linesOf } from './excerpt.ts'
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

export type Answer = {
  result: Record<string, unknown>
  coverage: Coverage
}

type Job = {
  model: AnsweringModel
  request: ModelRequest
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
  request: ModelRequest,
  options: WriteOptions,
): Promise<Answer> {
  const whole = planFor(request.schema)
  const check = compileSchema(request.schema)
  const { guide } = request
  const plan = guide ? planWithout(whole, guide) : whole
  const laid = layOut(model, request, { plan, ...options })
  const isListsOnly = plan.kind === 'object' && plan.entries.length === 0
  const layout = isListsOnly ? { ...laid, chunks: [], chosen: new Set<number>() } : laid
  await model.open(layout.contextSize)
  const job: Job = { model, request, plan, layout, options }
  // What others fill in: an empty list conforms wherever one may be.
  const lists = Object.fromEntries((guide?.listed ?? []).map((name) => [name, []]))
  const { result: rest, used } = await answerRest(job, (value) =>
    check(isObject(value) ? { ...value, ...lists } : value),
  )
  const result = { ...rest, ...lists }
  const fault = check(result)
  if (fault !== null) throw unsatisfied(fault)
  const tokens = { tokens_total: layout.total, tokens_used: usedOf(job) ?? used }
  return { result, coverage: { ...tokens, chunks: layout.chunks.length } }
}

/** The plan of what the model is asked for. */
function planWithout(plan: Plan, { listed }: ReadingGuide): Plan {
  if (plan.kind !== 'object') return plan
  return { ...plan, entries: plan.entries.filter(({ name }) => !listed.includes(name)) }
}

/** Tokens that some reading contained, where not all was read; otherwise undefined. */
function usedOf({ model, request: { guide }, layout: { chosen } }: Job): number | undefined {
  if (!guide || !chosen) return undefined
  return tokensOf(toTurns(linesOf(guide, chosen), model.countTokens))
}

/** What is asked of the recording as a whole; an empty object where nothing is. */
async function answerRest(
  job: Job,
  check: ResultCheck,
): Promise<{ result: Record<string, unknown>; used: number }> {
  if (job.layout.chunks.length === 0) return { result: {}, used: 0 }
  const { votes, used } = await answerChunks(job, check)
  const [first] = votes
  const result = votes.length === 1 ? first?.value : await merge(job, votes)
  // The root of an accepted schema is an object.
  return { result: result as Record<string, unknown>, used }
}

/** Leaves out a chunk without a conforming answer, and records that in the coverage. */
async function answerChunks(
  job: Job,
  check: ResultCheck,
): Promise<{ votes: Vote[]; used: number }> {
  const { request, plan, layout } = job
  const { chunks } = layout
  const votes: Vote[] = []
  let used = 0
  let failure: unknown
  for (const [index, chunk] of chunks.entries()) {
    const part = chunks.length > 1 ? { number: index + 1, of: chunks.length } : undefined
    const isGuided = request.guide !== undefined
    const text = transcriptPrompt(chunk.text, { ...request, plan, isGuided, ...(part && { part }) })
    const report = chunkProgress(job, { done: index })
    const { maxTokens } = layout
    try {
      votes.push(toVote(await answerPrompt(job, { text, plan, check, report, maxTokens }), chunk))
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
  const { model, layout, request, plan } = job
  const merged = mergeVotes(plan, votes)
  const open = openTexts(plan, votes)
  if (!open) return merged
  const report = chunkProgress(job, { done: layout.chunks.length })
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
          const { maxTokens } = layout
          return answerPrompt(job, { text, plan: openPlan, check: () => null, report, maxTokens })
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
  maxTokens: number
}

async function answerPrompt(
  { model, options }: Job,
  { text, plan, check, report, maxTokens }: PromptTask,
): Promise<unknown> {
  const { signal } = options
  options.onChunk?.()
  const expected = model.countPrompt(text) / 5 + maxTokens / 2
  const onTokens = (count: number) => report(count, expected)
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

/**
 * Reports progress in tokens; reading counts a fifth of writing. What takes longer than expected stays at
 * its end until the next step starts there, so that progress never decreases.
 */
function chunkProgress(
  { layout: { chunks }, options }: Job,
  { done }: { done: number },
): (count: number, expected: number) => void {
  const of = chunks.length + (chunks.length > 1 ? 1 : 0)
  let tokens = 0
  let reported = 0
  return (count, expected) => {
    tokens += count > 1 ? count / 5 : 1
    reported = Math.max(reported, Math.min(0.99, tokens / expected))
    options.onProgress((done + reported) / of)
  }
}
