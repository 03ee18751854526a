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
import { toWords } from '../writing/similar.ts'
import { toVote } from '../writing/votes.ts'
import { askModel } from './ask-model.ts'
import {
  checkStatement,
  indexLines,
  isSaidLabel,
  isSaidWordForWord,
  type Said,
} from './check-statement.ts'
import {
  assemble,
  citedBy,
  citedPlan,
  detailsOf,
  dropDetail,
  replaceText,
  statementsOf,
  textOf,
  type Statement,
} from './cited-plan.ts'
import { judgePrompt, verdictsOf, verdictsPlan, type Doubt } from './judge-statements.ts'
import { layOutLines, type ReadingLayout } from './lay-out-lines.ts'
import { toNumberedLines, writeLines, type NumberedLine } from './numbered-lines.ts'
import { joiningPrompt, readingPrompt } from './prompt.ts'
import { createReadingProgress, type ReadingProgress } from './progress.ts'

export type ReadingOptions = {
  signal: AbortSignal
  onProgress: (fraction: number) => void
  contextTokens?: number
  /** Called before each question, to restart its deadline. */
  onChunk?: () => void
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
  said: Said
  layout: ReadingLayout
  options: ReadingOptions
  progress: ReadingProgress
}

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
  const progress = createReadingProgress(layout.parts.length, options.onProgress)
  const said = indexLines(lines, request)
  const job: Job = { model, request, plan, cited, lines, said, layout, options, progress }
  const answer = await readParts(job)
  const judged = await judge(job, statementsOf(plan, answer))
  const { result, statements } = assemble(plan, answer, (value) => !judged.leftOut.has(value))
  const { tokens, parts } = layout
  return {
    result,
    coverage: {
      tokens_total: tokens,
      tokens_used: tokens,
      chunks: parts.length,
      left_out: judged.leftOut.size,
    },
    ...noteStatements(job, statements, judged),
  }
}

async function readParts(job: Job): Promise<unknown> {
  const { request, plan, cited, layout } = job
  const { parts, maxTokens } = layout
  const votes = []
  const outlineSoFar: string[] = []
  for (const [at, part] of parts.entries()) {
    const text = writeLines(part)
    const numbered = parts.length > 1 ? { part: { number: at + 1, of: parts.length } } : {}
    const prompt = readingPrompt(text, { request, plan, cited, outlineSoFar, ...numbered })
    const answer = await ask(job, { prompt, plan: cited, maxTokens })
    outlineSoFar.push(...outlineOf(job, answer, at + 1))
    votes.push(toVote(answer, { text, tokens: job.model.countTokens(text) }))
  }
  const [only] = votes
  if (votes.length === 1) return only?.value
  return joinTexts(job, mergeVotes(cited, votes))
}

/** Choice: of each earlier part, so many sentences are carried on. */
const outlineSentences = 4

const outlineOf = ({ plan }: Job, answer: unknown, part: number): string[] =>
  statementsOf(plan, answer)
    .slice(0, outlineSentences)
    .map((statement) => `- Part ${part}: ${textOf(statement)}`)

/** Texts about the parts become texts about the whole; lists have been merged before. */
async function joinTexts(job: Job, merged: unknown): Promise<unknown> {
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
  const notes = statementsOf(plan, merged)
    .map((one) => `${citedBy(one).join(', ')}: ${textOf(one)}`)
    .join('\n')
  const own: Plan = { ...plan, entries: texts }
  const prompt = joiningPrompt(notes, { request, plan: own, cited: wanted })
  const joined = await ask(job, { prompt, plan: wanted, maxTokens: layout.maxTokens })
  return isObject(joined) ? { ...merged, ...joined } : merged
}

async function ask(
  { model, options, progress }: Pick<Job, 'model' | 'options' | 'progress'>,
  { prompt, plan, maxTokens }: { prompt: string; plan: Plan; maxTokens: number },
): Promise<unknown> {
  options.onChunk?.()
  const expected = model.countPrompt(prompt) / 5 + maxTokens / 2
  const onTokens = progress.begin(expected)
  const { signal } = options
  return askModel(model, { prompt, plan, maxTokens, signal, onTokens })
}

type Judged = {
  leftOut: ReadonlySet<Statement['value']>
  doubtful: ReadonlySet<Statement['value']>
  held: number
  written: number
}

/** Choice: statements that a model judges at once. */
const mostAtOnce = 40
const tokensPerVerdict = 24

async function judge(job: Job, statements: readonly Statement[]): Promise<Judged> {
  const { said, lines } = job
  const leftOut = new Set<Statement['value']>()
  const doubtful = new Set<Statement['value']>()
  const doubts: Doubt[] = []
  let settled = 0
  const takeAsSaid = ({ value }: Statement, isSaid: boolean) => {
    if (isSaid) settled += 1
    else leftOut.add(value)
  }
  for (const statement of statements) {
    if (isEmpty(statement)) leftOut.add(statement.value)
    else {
      const fault = checkStatement(said, statement)
      if (citedBy(statement).length === 0) leftOut.add(statement.value)
      else if (statement.isQuote) takeAsSaid(statement, isSaidWordForWord(said, statement))
      else if (statement.isLabel)
        takeAsSaid(statement, fault === null && isSaidLabel(said, statement))
      else doubts.push({ statement, fault })
    }
  }
  const written = leftOut.size + settled + doubts.length
  const atOnce = Math.ceil(doubts.length / Math.ceil(doubts.length / mostAtOnce))
  for (let at = 0; at < doubts.length; at += atOnce) {
    const some = doubts.slice(at, at + atOnce)
    const plan = verdictsPlan(some.length)
    const prompt = judgePrompt(some, lines)
    const maxTokens = some.length * tokensPerVerdict + 200
    const answer = await ask(job, { prompt, plan, maxTokens })
    for (const [index, { verdict, correction }] of verdictsOf(answer, some.length).entries()) {
      const doubt = some[index]
      if (!doubt) continue
      const { value } = doubt.statement
      const outcome = settle(job, doubt, { verdict, correction })
      if (outcome === 'left out') leftOut.add(value)
      else if (outcome === 'doubtful') doubtful.add(value)
    }
  }
  return { leftOut, doubtful, held: written - leftOut.size - doubtful.size, written }
}

/** "Yes", "none": whoever writes that has nothing to say. */
const isEmpty = (statement: Statement): boolean =>
  textOf(statement) === '' || (!statement.isLabel && toWords(textOf(statement)).words.size < 2)

type Outcome = 'holds' | 'doubtful' | 'left out'

function settle(
  { said }: Job,
  { statement, fault }: Doubt,
  { verdict, correction }: ReturnType<typeof verdictsOf>[number],
): Outcome {
  if (verdict === 'yes' && fault === null) return 'holds'
  if (verdict === 'unsure' && fault === null) return 'doubtful'
  if (correction === null || !statement.isText) return 'left out'
  replaceText(statement, correction)
  const { owner } = detailsOf(statement)
  // What was put right may be somebody else's task.
  if (owner !== null && !correction.includes(owner)) dropDetail(statement, 'owner')
  return checkStatement(said, statement) === null ? 'holds' : 'left out'
}

/** The texts of an object, by their pointers. */
const textsOf = ({ value }: Statement, pointer: string): string[] =>
  Object.entries(value)
    .filter(([, text]) => typeof text === 'string' && text !== '')
    .map(([name]) => step(pointer, name))

function noteStatements(
  { lines }: Job,
  statements: ReadonlyMap<string, Statement[]>,
  { doubtful, held, written }: Judged,
): Pick<WholeReading, 'evidence' | 'claims' | 'confidenceScore'> {
  const evidence: Record<string, string[]> = {}
  const claims: Record<string, ClaimNote> = {}
  for (const [pointer, ones] of statements) {
    const numbers = ones.flatMap(citedBy)
    const ids = [...new Set(numbers)].flatMap((number) => lines[number - 1]?.segmentIds ?? [])
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
