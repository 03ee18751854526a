/**
 * What a model is asked for when it reads a whole recording: the author's fields, each statement with the numbers of the
 * lines that carry it. A text is asked for sentence by sentence; a task with who does it, by when and on what condition.
 */
import { cutText } from '../cut-text.ts'
import { askedRole } from '../extractive/asked-role.ts'
import type { Role } from '../extractive/roles.ts'
import { allowsNull, withoutNull, type Plan, type PlanOf } from '../schema-plan.ts'
import { isObject, step } from '../schema-shape.ts'
import { padded } from '../writing/plain-value.ts'

/** What is known of a task beside its text; null where it was not said. */
export type TaskDetails = { owner: string | null; due: string | null; condition: string | null }

/** A statement as the model wrote it. `value` is the object that holds its text or texts, and its lines. */
export type Statement = {
  field: string
  value: Record<string, unknown>
  isTask: boolean
  /** A few words that claim nothing, such as a subject. */
  isLabel: boolean
  /** What was said, word for word. */
  isQuote: boolean
  /** Whether its one text can be replaced; the texts of an object cannot. */
  isText: boolean
}

const linesName = 'lines'
const textName = 'text'
const detailNames = ['owner', 'due', 'condition'] as const

/** Choice: a statement that needs more lines is several statements. */
const mostLines = 8
/** Choice: sentences of a text whose schema sets no upper bound. */
const mostSentences = 10
/** Choice: a text as short as this is a heading and cites nothing. */
const longestHeading = 120

const string = (hint: string): PlanOf<'string'> & { hint: string } => ({
  kind: 'string',
  hint,
  min: 0,
  max: null,
  format: null,
})
const orNull = (plan: Plan): Plan => ({
  kind: 'choice',
  hint: plan.hint,
  options: [plan, { kind: 'literals', hint: '', values: [null] }],
})
const entry = (name: string, plan: Plan) => ({ name, required: true, plan })

const lines: Plan = {
  kind: 'array',
  hint: 'numbers of the lines that carry it',
  // Bounds would turn the number of a line that is not there into that of another.
  items: { kind: 'number', hint: '', integer: true, min: 0, max: 1_000_000, multipleOf: null },
  min: 1,
  max: mostLines,
  unique: false,
}

const details = [
  entry(
    'owner',
    orNull(string('who is to do it: a person or a group; null where nobody is named')),
  ),
  entry('due', orNull(string('by when, in the words that were said; null where that is not said'))),
  entry('condition', orNull(string('“if …” or “once …”, only where that was said; else null'))),
]

const statementPlan = (isTask: boolean): PlanOf<'object'> & { hint: string } => ({
  kind: 'object',
  hint: '',
  entries: [entry(textName, string('')), ...(isTask ? details : []), entry(linesName, lines)],
})

/** How the values of one plan are asked for. */
type Form = 'sentences' | 'statements' | 'objects' | 'fields' | 'as it is'

function formOf(plan: Plan): Form {
  if (plan.kind === 'object') return 'fields'
  if (plan.kind === 'string') {
    const isHeading = plan.max !== null && plan.max <= longestHeading
    return plan.format !== null || isHeading ? 'as it is' : 'sentences'
  }
  if (plan.kind !== 'array') return 'as it is'
  if (plan.items.kind === 'object') return 'objects'
  return plan.items.kind === 'string' && plan.items.format === null ? 'statements' : 'as it is'
}

const isTaskList = (name: string, plan: Plan): boolean => askedRole(name, plan.hint) === 'actions'

const labels: ReadonlySet<Role | null> = new Set<Role>(['topics', 'names', 'speakers'])
const isLabelList = (name: string, plan: Plan): boolean => labels.has(askedRole(name, plan.hint))

/** The plan of the same fields with citations; `name` is that of the field. */
export function citedPlan(given: Plan, name = ''): Plan {
  const plan = bare(given)
  const { hint } = plan
  switch (formOf(plan)) {
    case 'fields': {
      const { entries } = plan as PlanOf<'object'>
      const cited = entries.map((one) => ({ ...one, plan: citedPlan(one.plan, one.name) }))
      return { kind: 'object', hint, entries: cited }
    }
    case 'sentences':
      return listOf(statementPlan(false), { hint, min: 0, max: mostSentences })
    case 'statements': {
      const { max } = plan as PlanOf<'array'>
      return listOf(statementPlan(isTaskList(name, plan)), { hint, min: 0, max })
    }
    case 'objects': {
      const { items, max } = plan as PlanOf<'array'> & { items: PlanOf<'object'> }
      const entries = [...items.entries, entry(linesName, lines)]
      return listOf({ kind: 'object', hint: '', entries }, { hint, min: 0, max })
    }
    case 'as it is':
      return given
  }
}

/** A text or list that may be null is asked for like any other: nothing said of it leaves it empty. */
function bare(plan: Plan): Plan {
  const only = withoutNull(plan)
  return formOf(only) === 'as it is' ? plan : only
}

const listOf = (
  items: Plan,
  { hint, min, max }: { hint: string; min: number; max: number | null },
): Plan => ({ kind: 'array', hint, items, min, max, unique: false })

/** Every statement of an answer under `citedPlan(plan)`, in its order. */
export function statementsOf(given: Plan, answer: unknown, name = ''): Statement[] {
  const plan = bare(given)
  const form = formOf(plan)
  if (form === 'fields' && plan.kind === 'object' && isObject(answer)) {
    return plan.entries.flatMap((one) => statementsOf(one.plan, answer[one.name], one.name))
  }
  if (form === 'as it is' || !Array.isArray(answer)) return []
  const isText = form !== 'objects'
  const isTask = form === 'statements' && isTaskList(name, plan)
  const isLabel = form === 'statements' && isLabelList(name, plan)
  const isQuote = form === 'statements' && /\bword for word\b|\bverbatim\b/iu.test(plan.hint)
  return answer
    .filter(isRecord)
    .map((value) => ({ field: name, value, isTask, isLabel, isQuote, isText }))
}

// An object of parsed JSON is a record.
const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value)

/** The text of a statement; of an object its texts, each with its name. */
export function textOf({ value, isText }: Pick<Statement, 'value' | 'isText'>): string {
  if (isText) return String(value[textName] ?? '').trim()
  return Object.entries(value)
    .filter(([name, inner]) => name !== linesName && typeof inner === 'string' && inner !== '')
    .map(([name, inner]) => `${name}: ${String(inner)}`)
    .join('; ')
}

export const replaceText = ({ value }: Statement, text: string): void => {
  value[textName] = text
}

export const detailsOf = ({ value }: Pick<Statement, 'value'>): TaskDetails => {
  const read = (name: string): string | null => {
    const detail = value[name]
    return typeof detail === 'string' && detail.trim() !== '' ? detail.trim() : null
  }
  return { owner: read('owner'), due: read('due'), condition: read('condition') }
}

export const dropDetail = ({ value }: Statement, name: (typeof detailNames)[number]): void => {
  value[name] = null
}

/** The numbers that a statement cites; they may be those of no line. */
export const citedBy = ({ value }: Pick<Statement, 'value'>): number[] => {
  const cited = value[linesName]
  return Array.isArray(cited) ? [...new Set(cited.filter(Number.isInteger) as number[])] : []
}

export const cite = ({ value }: Statement, numbers: readonly number[]): void => {
  value[linesName] = [...numbers]
}

export type Assembled = {
  /** Under the author's own schema. */
  result: Record<string, unknown>
  /** The statements by the pointer of the text or item that they stand in. */
  statements: Map<string, Statement[]>
}

/** The author's fields with the statements that stay. */
export function assemble(
  plan: Plan,
  answer: unknown,
  stays: (statement: Statement['value']) => boolean,
): Assembled {
  const statements = new Map<string, Statement[]>()
  const build = (given: Plan, value: unknown, pointer: string, name: string): unknown => {
    const one = bare(given)
    const form = formOf(one)
    if (one.kind === 'object' && form === 'fields') {
      const fields = isObject(value) ? value : {}
      return Object.fromEntries(
        one.entries.map((each) => [
          each.name,
          build(each.plan, fields[each.name], step(pointer, each.name), each.name),
        ]),
      )
    }
    if (form === 'as it is') return value
    const all = statementsOf(one, value, name)
    if (one.kind === 'string') {
      const chosen = atLeast(all, stays, one.min > 0 ? 1 : 0)
      const text = chosen.map(textOf).filter(Boolean).join(' ')
      if (text === '' && allowsNull(given)) return null
      if (chosen.length > 0) statements.set(pointer, chosen)
      return padded(cutText(text, one.max ?? Infinity), one.min)
    }
    const { min, max, items } = one as PlanOf<'array'>
    const longest = (items.kind === 'string' ? items.max : null) ?? Infinity
    const chosen = atLeast(all, stays, min).slice(0, max ?? Infinity)
    for (const [at, statement] of chosen.entries()) statements.set(step(pointer, at), [statement])
    return chosen.map((statement) =>
      statement.isText ? cutText(textOf(statement), longest) : ownFields(statement),
    )
  }
  // The root of an accepted schema is an object.
  const result = build(plan, answer, '', '') as Record<string, unknown>
  return { result, statements }
}

/** Those that stay, and as many of the others as the schema asks for. */
function atLeast(
  all: readonly Statement[],
  stays: (statement: Statement['value']) => boolean,
  least: number,
): Statement[] {
  const chosen = new Set(all.filter(({ value }) => stays(value)))
  for (const statement of all) {
    if (chosen.size >= least) break
    chosen.add(statement)
  }
  return all.filter((statement) => chosen.has(statement))
}

function ownFields({ value }: Statement): Record<string, unknown> {
  const { [linesName]: _cited, ...own } = value
  return own
}
