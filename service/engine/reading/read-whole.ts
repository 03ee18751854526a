/**
 * One reading of a whole recording by a model that passed its entrance test (entrance.ts): everything is read, every
 * statement cites the lines that carry it, and what its lines do not carry is put right once or left out.
 */
import type { ClaimNote, WriteRequest } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { isObject, step } from '../schema-shape.ts'
import type { AnsweringModel, Coverage } from '../writing/answering-model.ts'
import { mergeVotes } from '../writing/merge.ts'
import { toVote } from '../writing/votes.ts'
import { createAsking, isUnreadable, type Asking, type AskingOptions } from './ask-model.ts'
import { indexLines } from './check-statement.ts'
import {
  assemble,
  citedBy,
  citedPlan,
  detailsOf,
  statementsOf,
  textOf,
  type Statement,
} from './cited-plan.ts'
import { layOutLines, type ReadingLayout } from './lay-out-lines.ts'
import { toNumberedLines, writeLines, type NumberedLine } from './numbered-lines.ts'
import { placesOf, textsById } from './places.ts'
import { joiningPrompt, readingPrompt } from './prompt.ts'
import { settleStatements, type Settled } from './settle-statements.ts'

export type ReadingOptions = AskingOptions & {
  /** Maximum context, if the model's own is too large. */
  contextTokens?: number
}

export type WholeReading = {
  result: Record<string, unknown>
  coverage: Coverage & { left_out: number }
  /** Segment ids by the pointer of the text or item that they carry. */
  evidence: Record<string, string[]>
  claims: Record<string, ClaimNote>
  /** Percentage of the statements that their lines carry, 0–100. */
  confidenceScore: number
}

type Job = {
  model: AnsweringModel
  request: WriteRequest
  plan: Plan
  cited: Plan
  lines: NumberedLine[]
  layout: ReadingLayout
} & Asking

/** Throws `JobError` schema_not_satisfied where the model writes nothing that can be read. */
export async function readWhole(
  model: AnsweringModel,
  request: WriteRequest,
  options: ReadingOptions,
): Promise<WholeReading> {
  const plan = planFor(request.schema)
  const cited = citedPlan(plan)
  const lines = toNumberedLines(request.segments)
  const overhead = readingPrompt('', { request, plan, cited, part: { number: 10, of: 10 } })
  const layout = await layOutLines(model, lines, { overhead, ...options })
  const asking = createAsking(model, options, layout)
  const job: Job = { model, request, plan, cited, lines, layout, ...asking }
  const answers = await readParts(job)
  const answer = await joinParts(job, answers)
  const said = indexLines(lines, request)
  const settled = await settleStatements(statementsOf(plan, answer), { ...asking, said, lines })
  const { result, statements } = assemble(plan, answer, (value) => !settled.leftOut.has(value))
  const read = answers.reduce((sum, { tokens }) => sum + tokens, 0)
  return {
    result,
    coverage: {
      tokens_total: layout.tokens,
      tokens_used: answers.length === layout.parts.length ? layout.tokens : read,
      chunks: layout.parts.length,
      left_out: settled.leftOut.size,
    },
    ...noteStatements(statements, settled, { lines, segments: textsById(request.segments) }),
  }
}

type PartAnswer = { answer: unknown; text: string; tokens: number }

/** Leaves out a part without a readable answer, which the coverage shows. */
async function readParts(job: Job): Promise<PartAnswer[]> {
  const { model, request, plan, cited, layout } = job
  const { parts, maxTokens } = layout
  const answers: PartAnswer[] = []
  const outlineSoFar: string[] = []
  let failure: unknown
  for (const [at, part] of parts.entries()) {
    const text = writeLines(part)
    const numbered = parts.length > 1 ? { part: { number: at + 1, of: parts.length } } : {}
    const prompt = readingPrompt(text, { request, plan, cited, outlineSoFar, ...numbered })
    try {
      const answer = await job.ask({ prompt, plan: cited, maxTokens })
      outlineSoFar.push(...outlineOf(job, answer, at + 1))
      answers.push({ answer, text, tokens: model.countTokens(text) })
    } catch (error) {
      if (!isUnreadable(error)) throw error
      failure = error
    }
  }
  if (answers.length === 0) throw failure
  return answers
}

async function joinParts(job: Job, answers: readonly PartAnswer[]): Promise<unknown> {
  const [only] = answers
  if (answers.length === 1) return only?.answer
  const votes = answers.map(({ answer, ...part }) => toVote(answer, part))
  return joinTexts(job, mergeVotes(job.cited, votes), answers)
}

/** Choice: of each earlier part, so many sentences are carried on. */
const outlineSentences = 4

const outlineOf = ({ plan }: Job, answer: unknown, part: number): string[] =>
  statementsOf(plan, answer)
    .slice(0, outlineSentences)
    .map((statement) => `- Part ${part}: ${textOf(statement)}`)

/** Texts about the parts become texts about the whole; lists have been merged before. */
async function joinTexts(
  job: Job,
  merged: unknown,
  answers: readonly PartAnswer[],
): Promise<unknown> {
  const { plan, cited, request, layout } = job
  if (cited.kind !== 'object' || plan.kind !== 'object' || !isObject(merged)) return merged
  const texts = plan.entries.filter(({ name, plan: child }) => {
    const own = cited.entries.find((one) => one.name === name)
    return child.kind === 'string' && own?.plan.kind === 'array'
  })
  if (texts.length === 0) return merged
  const names = new Set(texts.map(({ name }) => name))
  const wanted: PlanOf<'object'> & { hint: string } = {
    kind: 'object',
    hint: cited.hint,
    entries: cited.entries.filter(({ name }) => names.has(name)),
  }
  const own: Plan = { ...plan, entries: texts }
  const sentences = answers.map(({ answer }) => statementsOf(own, answer))
  const promptFor = (most: number) => {
    const notes = sentences.flatMap((ones) => ones.slice(0, most)).map(noteOf)
    return joiningPrompt(notes.join('\n'), { request, plan: own, cited: wanted })
  }
  const { maxTokens } = layout
  // The first sentences of a part tell most.
  let most = Math.max(1, ...sentences.map(({ length }) => length))
  while (most > 1 && !job.holds(promptFor(most), maxTokens)) most -= 1
  try {
    const joined = await job.ask({ prompt: promptFor(most), plan: wanted, maxTokens })
    return isObject(joined) ? { ...merged, ...joined } : merged
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return merged
  }
}

const noteOf = (statement: Statement): string =>
  `${citedBy(statement).join(', ')}: ${textOf(statement)}`

/** The texts of an object, by their pointers. */
const textsOf = ({ value }: Statement, pointer: string): string[] =>
  Object.entries(value)
    .filter(([, text]) => typeof text === 'string' && text !== '')
    .map(([name]) => step(pointer, name))

function noteStatements(
  statements: ReadonlyMap<string, Statement[]>,
  { doubtful, held, written }: Settled,
  talk: Parameters<typeof placesOf>[2],
): Pick<WholeReading, 'evidence' | 'claims' | 'confidenceScore'> {
  const evidence: Record<string, string[]> = {}
  const claims: Record<string, ClaimNote> = {}
  for (const [pointer, ones] of statements) {
    const numbers = [...new Set(ones.flatMap(citedBy))]
    const ids = placesOf(ones.map(textOf).join(' '), numbers, talk)
    const [first] = ones
    for (const place of first?.isText === false ? textsOf(first, pointer) : [pointer]) {
      if (ids.length > 0) evidence[place] = ids
    }
    const note: ClaimNote = {
      ...(first?.isTask && detailsOf(first)),
      ...(ones.some(({ value }) => doubtful.has(value)) && { is_doubtful: true }),
    }
    if (Object.keys(note).length > 0) claims[pointer] = note
  }
  const confidenceScore = written === 0 ? 0 : Math.round((100 * held) / written)
  return { evidence, claims, confidenceScore }
}
