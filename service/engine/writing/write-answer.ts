/**
 * One job of a language model. Where a guide tells what matters, lists are worded passage by passage and the
 * rest is answered from one reading. Without one, a transcript that does not fit is answered chunk by chunk,
 * all under the same schema, and the answers are merged by type.
 */
import { JobError } from '../../core/errors.ts'
import { compileSchema, type ResultCheck } from '../check-result.ts'
import type { WorkOptions, ModelRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan } from '../schema-plan.ts'
import { isObject } from '../schema-shape.ts'
import type { AnsweringModel, Coverage } from './answering-model.ts'
import { spokenLine, toChunks, tokensOf, toTurns } from './chunks.ts'
import { combineTexts, openTexts, withTexts } from './combine-texts.ts'
import { linesOf } from './excerpt.ts'
import { layOut, leavesOf, type Layout } from './layout.ts'
import { emptyLists, itemTasks, planWithout, toLists, type ItemTask } from './listed-items.ts'
import { mergeVotes } from './merge.ts'
import { notesPrompt, passagePrompt, transcriptPrompt } from './prompt.ts'
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
  /** Where items of lists were read: segment ids by the pointer of the item. */
  places: Record<string, string[]>
}

type Job = {
  model: AnsweringModel
  request: ModelRequest
  plan: Plan
  layout: Layout
  options: WriteOptions
  /** Items that are worded one by one, and how much of the work they are beside the chunks. */
  tasks: readonly ItemTask[]
}

/** Greedy first; if the answer does not conform, once more with some randomness. */
const temperatures = [0, 0.5]

/** Tokens for each value of a listed item. */
const itemTokens = 96

/** How long an item takes beside a chunk, for the progress. */
const itemShare = 0.15

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
  const tasks = guide ? itemTasks(whole, guide) : []
  const job: Job = { model, request, plan, layout, options, tasks }
  const lists = guide ? emptyLists(guide) : {}
  const { result: rest, used } = await answerRest(job, (value) =>
    check(isObject(value) ? { ...value, ...lists } : value),
  )
  const answers = await answerTasks(job)
  const isFit = (result: Record<string, unknown>) => check(result) === null
  const { result, places } = guide
    ? toLists(rest, answers, { guide, isFit })
    : { result: rest, places: {} }
  const fault = check(result)
  if (fault !== null) throw unsatisfied(fault)
  const chunks = layout.chunks.length + tasks.length
  const tokens = { tokens_total: layout.total, tokens_used: usedOf(job) ?? used }
  return { result, places, coverage: { ...tokens, chunks } }
}

/** Tokens that some reading contained, where not all was read; otherwise undefined. */
function usedOf({ model, request: { guide }, layout: { chosen }, tasks }: Job): number | undefined {
  if (!guide || !chosen) return undefined
  const read = new Set(chosen)
  for (const { from, to } of tasks) for (let at = from; at < to; at += 1) read.add(at)
  return tokensOf(toTurns(linesOf(guide, read), model.countTokens))
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

/** Leaves out an item without a conforming answer. */
async function answerTasks(job: Job): Promise<{ task: ItemTask; answer: unknown }[]> {
  const { request, model, tasks } = job
  const answers: { task: ItemTask; answer: unknown }[] = []
  for (const [index, task] of tasks.entries()) {
    const { kind, hint, plan, from, to } = task
    const lines = request.guide?.utterances.slice(from, to).map(spokenLine) ?? []
    const [chunk] = toChunks(toTurns(lines, model.countTokens), Infinity)
    const text = passagePrompt(chunk?.text ?? '', { ...request, kind, hint, plan })
    const report = chunkProgress(job, { done: job.layout.chunks.length, items: index }, itemShare)
    const maxTokens = itemTokens * leavesOf(plan)
    try {
      const answer = await answerPrompt(job, { text, plan, check: () => null, report, maxTokens })
      answers.push({ task, answer })
    } catch (error) {
      if (!isUnsatisfied(error)) throw error
    }
  }
  return answers
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
  { layout: { chunks }, tasks, options }: Job,
  { done, items = 0 }: { done: number; items?: number },
  size = 1,
): (count: number, expected: number) => void {
  const merging = chunks.length > 1 ? 1 : 0
  const of = chunks.length + merging + itemShare * tasks.length
  const from = done + (size < 1 ? merging : 0) + itemShare * items
  let tokens = 0
  let reported = 0
  return (count, expected) => {
    tokens += count > 1 ? count / 5 : 1
    reported = Math.max(reported, Math.min(0.99, tokens / expected))
    options.onProgress((from + size * reported) / of)
  }
}
