/** Fills a schema with known facts about a talk, and nothing else. */
import { JobError } from '../../core/errors.ts'
import { allowsNull, withoutNull } from '../schema-plan.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { step } from '../schema-shape.ts'
import { knownLiteral, knownNumber, knownText } from './answers.ts'
import type { Answer, Field } from './answers.ts'
import type { Facts } from './facts.ts'
import type { Item } from './item.ts'
import { pattern } from './pattern.ts'
import { facetOf, isListRole, roleOf } from './roles.ts'

export type Filled = {
  result: Record<string, unknown>
  evidence: Record<string, string[]>
  /** How many values could have evidence in the talk, and how many do. */
  checkable: number
  supported: number
}

type FieldPosition = { field: Field; pointer: string; isRequired: boolean }

type Notes = Omit<Filled, 'result'> & { facts: Facts }

/** Marks an unknown value that the schema permits to omit. */
const absent = Symbol('absent')

/**
 * Fills the plan. Throws `JobError` schema_not_satisfied if the schema requires a value that was
 * never said.
 */
export function fillSchema(plan: Plan, facts: Facts): Filled {
  const notes: Notes = { facts, evidence: {}, checkable: 0, supported: 0 }
  const field: Field = { name: '', hint: '', role: null, item: null, isPart: false }
  const result =
    plan.kind === 'object' ? fillObject(plan, { field, pointer: '', isRequired: true }, notes) : {}
  const { evidence, checkable, supported } = notes
  return { result, evidence, checkable, supported }
}

function fillObject(
  plan: PlanOf<'object'>,
  position: FieldPosition,
  notes: Notes,
): Record<string, unknown> {
  const entries = plan.entries.flatMap(({ name, required, plan: child }) => {
    const { item } = position.field
    const role = item ? position.field.role : (roleOf(name, child.hint) ?? position.field.role)
    const field: Field = { name, hint: child.hint, role, item, isPart: item !== null }
    const pointer = step(position.pointer, name)
    const value = fill(child, { field, pointer, isRequired: required }, notes)
    return value === absent ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

function fill(plan: Plan, position: FieldPosition, notes: Notes): unknown {
  const bare = allowsNull(plan) ? withoutNull(plan) : plan
  if (bare.kind === 'object') return fillObject(bare, position, notes)
  if (bare.kind === 'array') return fillArray(bare, plan, { position, notes })
  if (bare.kind === 'choice') return fillChoice(bare, plan, { position, notes })
  const answer = answerTo(bare, position.field, notes.facts)
  return answer ? note(answer, position, notes) : unknown(plan, position, notes)
}

function answerTo(plan: Plan, field: Field, facts: Facts): Answer | null {
  if (plan.kind === 'string') return knownText(plan, field, facts)
  if (plan.kind === 'number') return knownNumber(plan, field, facts)
  return plan.kind === 'literals' ? knownLiteral(plan, field, facts) : null
}

/** The first alternative with a known value; otherwise null or the first alternative. */
function fillChoice(
  plan: PlanOf<'choice'>,
  whole: Plan,
  { position, notes }: { position: FieldPosition; notes: Notes },
): unknown {
  for (const option of plan.options) {
    const answer = answerTo(option, position.field, notes.facts)
    if (answer) return note(answer, position, notes)
    const isStructure = option.kind === 'object' || option.kind === 'array'
    if (isStructure && isListRole(position.field.role)) return fill(option, position, notes)
  }
  return unknown(whole, position, notes)
}

function note(answer: Answer, { pointer }: FieldPosition, notes: Notes): unknown {
  if (answer.segmentIds !== null) {
    notes.checkable += 1
    notes.supported += answer.segmentIds.length > 0 ? 1 : 0
    if (answer.segmentIds.length > 0) notes.evidence[pointer] = answer.segmentIds
  }
  return answer.value
}

function fillArray(
  plan: PlanOf<'array'>,
  whole: Plan,
  { position, notes }: { position: FieldPosition; notes: Notes },
): unknown {
  const items = itemsFor(position.field, notes.facts).slice(0, plan.max ?? undefined)
  const values: unknown[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const field: Field = { ...position.field, hint: position.field.hint || plan.items.hint, item }
    const pointer = step(position.pointer, values.length)
    const before = { ...notes, evidence: { ...notes.evidence } }
    const value = fill(plan.items, { field, pointer, isRequired: true }, notes)
    if (plan.unique && seen.has(JSON.stringify(value))) Object.assign(notes, before)
    else values.push(value)
    seen.add(JSON.stringify(value))
  }
  if (values.length >= plan.min) return values
  if (values.length === 0) return unknown(whole, position, notes)
  return pad(values, plan, { position, notes })
}

/** Pads a list with neutral values if its minimum length exceeds the known items. */
function pad(
  values: unknown[],
  plan: PlanOf<'array'>,
  { position, notes }: { position: FieldPosition; notes: Notes },
): unknown[] {
  if (plan.unique && values.length < plan.min - 1) throw forced(position.pointer)
  while (values.length < plan.min) {
    const field = { ...position.field, role: null }
    const pointer = step(position.pointer, values.length)
    values.push(unknown(plan.items, { field, pointer, isRequired: true }, notes))
  }
  return values
}

function itemsFor({ name, hint, role, item }: Field, facts: Facts): readonly Item[] {
  // A list inside a listed item (quotes, tags) has only that item as its source.
  if (item) return facetOf(name, hint) ? [item] : []
  return isListRole(role) ? facts.list(role) : role === 'summary' ? facts.list('highlights') : []
}

/** The value if nothing is known: null, omission, or the most neutral value allowed. */
function unknown(plan: Plan, position: FieldPosition, notes: Notes): unknown {
  if (plan.kind !== 'array' || plan.min > 0) {
    if (allowsNull(plan)) return null
    if (!position.isRequired) return absent
  }
  if (plan.kind === 'array') {
    return plan.min === 0 ? [] : pad([], plan, { position, notes })
  }
  if (plan.kind === 'object') return fillObject(plan, position, notes)
  if (plan.kind === 'choice') {
    const [first] = plan.options
    if (first) return unknown(first, position, notes)
  }
  notes.checkable += 1
  return neutral(plan, position)
}

const neutralWords = pattern`
  ^(?:unknown|none|neutral|n/?a|not[ _-]?(?:stated|mentioned|applicable|clear)|other|unclear|
  unspecified|undecided|open|pending|in[ _-]progress)$`

function neutral(plan: Plan, { pointer, field }: FieldPosition): unknown {
  if (plan.kind === 'literals') {
    const word = plan.values.find((value) => typeof value === 'string' && neutralWords.test(value))
    const numbers = plan.values.filter((value) => typeof value === 'number')
    const [min, max] = [Math.min(...numbers), Math.max(...numbers)]
    const range = { kind: 'number', hint: '', integer: true, multipleOf: null, min, max } as const
    const middle = numbers.length > 0 ? Math.floor(neutralNumber(range, field)) : null
    const number = numbers.find((value) => value === middle)
    return word ?? plan.values.find((value) => value === false) ?? number ?? plan.values[0]
  }
  if (plan.kind === 'number') {
    const value = neutralNumber(plan, field)
    const multiple = plan.multipleOf ?? (plan.integer ? 1 : null)
    if (multiple === null) return value
    const below = Math.floor(value / multiple) * multiple
    return below >= plan.min ? below : Math.ceil(value / multiple) * multiple
  }
  if (plan.kind !== 'string' || plan.format !== null) throw forced(pointer)
  if (plan.min === 0) return ''
  const text = 'Not stated in the recording.'
  const cut = text.slice(0, plan.max ?? text.length)
  if (cut.length < plan.min) throw forced(pointer)
  return cut
}

/** The middle of a scale is neutral; a count is zero. */
function neutralNumber({ min, max }: PlanOf<'number'>, { name, hint }: Field): number {
  const isScale = /probab|likel|chance|score|rating|sentiment|percent|confidence|satisf|nps|level/iu
  if (!isScale.test(`${name} ${hint}`)) return Math.min(Math.max(0, min), max)
  if (Number.isFinite(min) && Number.isFinite(max)) return (min + max) / 2
  return Math.min(Math.max(/probab|likel|chance/iu.test(name) ? 0.5 : 0, min), max)
}

function forced(pointer: string): JobError {
  const message = `The schema asks for a value at ${pointer} that the recording does not give.`
  return new JobError('schema_not_satisfied', message)
}
