/** Fills a schema with known facts about a talk, and nothing else. */
import { JobError } from '../../core/errors.ts'
import type { ClaimNote } from '../engine.ts'
import { allowsNull, withoutNull } from '../schema-plan.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { step } from '../schema-shape.ts'
import { knownLiteral, knownNumber, knownText } from './answers.ts'
import type { Answer, Field, Gap } from './answers.ts'
import { askedRole, asksFreely, isSameThing } from './asked-role.ts'
import { isEnglish, type Facts } from './facts.ts'
import type { Item } from './item.ts'
import { pattern } from './pattern.ts'
import { facetOf, isListRole } from './roles.ts'

export type Filled = {
  result: Record<string, unknown>
  evidence: Record<string, string[]>
  /** JSON pointers of the fields that only a language model can answer. */
  needsLanguageModel: string[]
  /** Who does a task and by when, by the pointer of its words where these are all that is asked for. */
  claims: Record<string, ClaimNote>
  /** How many values could have evidence in the talk, and how many do. */
  checkable: number
  supported: number
}

type FieldPosition = { field: Field; pointer: string; isRequired: boolean }

type Notes = Omit<Filled, 'result'> & { facts: Facts; instructions: string }

/** Marks an unknown value that the schema permits to omit. */
const absent = Symbol('absent')

/**
 * Fills the plan. Throws `JobError` schema_not_satisfied if the schema requires a value that was
 * never said.
 */
export function fillSchema(plan: Plan, facts: Facts, instructions: string): Filled {
  const counts = { checkable: 0, supported: 0 }
  const found = { evidence: {}, needsLanguageModel: [], claims: {} }
  const notes: Notes = { facts, instructions, ...found, ...counts }
  const nothing = { role: null, item: null, isPart: false, padding: null }
  const field: Field = { name: '', hint: '', ...nothing }
  const result =
    plan.kind === 'object' ? fillObject(plan, { field, pointer: '', isRequired: true }, notes) : {}
  const { evidence, needsLanguageModel, claims, checkable, supported } = notes
  return { result, evidence, needsLanguageModel, claims, checkable, supported }
}

function fillObject(
  plan: PlanOf<'object'>,
  position: FieldPosition,
  notes: Notes,
): Record<string, unknown> {
  const entries = plan.entries.flatMap(({ name, required, plan: child }) => {
    const { item, padding } = position.field
    const role = item ? position.field.role : roleIn(position.field, { name, child }, notes)
    const field: Field = { name, hint: child.hint, role, item, isPart: item !== null, padding }
    const pointer = step(position.pointer, name)
    const value = fill(child, { field, pointer, isRequired: required }, notes)
    return value === absent ? [] : [[name, value] as const]
  })
  return Object.fromEntries(entries)
}

type Named = { name: string; child: Plan }

function roleIn(parent: Field, { name, child }: Named, { instructions }: Notes): Field['role'] {
  if (asksFreely(instructions, child.hint)) return null
  return askedRole(name, child.hint) ?? (isSameThing(name) ? parent.role : null)
}

function fill(plan: Plan, position: FieldPosition, notes: Notes): unknown {
  const bare = allowsNull(plan) ? withoutNull(plan) : plan
  if (bare.kind === 'object') return fillObject(bare, position, notes)
  if (bare.kind === 'array') return fillArray(bare, plan, { position, notes })
  if (bare.kind === 'choice') return fillChoice(bare, plan, { position, notes })
  const answer = answerTo(bare, position.field, notes.facts)
  return typeof answer === 'string'
    ? unknown(plan, { ...position, gap: answer }, notes)
    : note(answer, position, notes)
}

function answerTo(plan: Plan, field: Field, facts: Facts): Answer | Gap {
  if (field.padding) return field.padding
  // No model could tell more of a recording in which nothing is said, or of a value that is fixed.
  if (facts.sentences.length === 0) return 'not_said'
  if (plan.kind === 'literals' && plan.values.length === 1) return 'not_said'
  if (plan.kind === 'string') return knownText(plan, field, facts)
  if (plan.kind === 'number') return knownNumber(plan, field, facts)
  return plan.kind === 'literals' ? knownLiteral(plan, field, facts) : 'needs_language_model'
}

/** The first alternative with a known value; otherwise null or the first alternative. */
function fillChoice(
  plan: PlanOf<'choice'>,
  whole: Plan,
  { position, notes }: { position: FieldPosition; notes: Notes },
): unknown {
  const gaps: Gap[] = []
  for (const option of plan.options) {
    const isStructure = option.kind === 'object' || option.kind === 'array'
    if (isStructure && isListRole(position.field.role)) return fill(option, position, notes)
    const answer = answerTo(option, position.field, notes.facts)
    if (typeof answer !== 'string') return note(answer, position, notes)
    gaps.push(answer)
  }
  const gap = gaps.find((one) => one === 'not_said') ?? 'needs_language_model'
  return unknown(whole, { ...position, gap }, notes)
}

function note(answer: Answer, { pointer }: FieldPosition, notes: Notes): unknown {
  if (answer.segmentIds !== null) {
    notes.checkable += 1
    notes.supported += answer.segmentIds.length > 0 ? 1 : 0
    if (answer.segmentIds.length > 0) notes.evidence[pointer] = answer.segmentIds
  }
  return answer.value
}

/** Choice: whoever is shown more of what was found by likeness reads none of it. */
const mostItems = 8

function fillArray(
  plan: PlanOf<'array'>,
  whole: Plan,
  { position, notes }: { position: FieldPosition; notes: Notes },
): unknown {
  const most = Math.min(plan.max ?? Infinity, mostItems)
  const items = itemsFor(position.field, notes.facts).slice(0, most)
  const values: unknown[] = []
  const seen = new Set<string>()
  for (const item of items) {
    const field: Field = { ...position.field, hint: position.field.hint || plan.items.hint, item }
    const pointer = step(position.pointer, values.length)
    const { evidence, needsLanguageModel } = notes
    const before = {
      ...notes,
      evidence: { ...evidence },
      needsLanguageModel: [...needsLanguageModel],
    }
    const value = fill(plan.items, { field, pointer, isRequired: true }, notes)
    if (plan.unique && seen.has(JSON.stringify(value))) Object.assign(notes, before)
    else {
      values.push(value)
      if (typeof value === 'string') noteDetails(pointer, field, notes)
    }
    seen.add(JSON.stringify(value))
  }
  const gap = values.length > 0 ? 'not_said' : gapOfList(position.field, notes.facts)
  if (values.length === 0 && (plan.min > 0 || gap === 'needs_language_model')) {
    return unknown(whole, { ...position, gap }, notes)
  }
  return values.length >= plan.min ? values : pad(values, plan, { position, gap, notes })
}

/** Whose words they are is not in a quotation: "I'll send it by then". */
function noteDetails(pointer: string, { role, item }: Field, { claims }: Notes): void {
  if (role !== 'actions' || !item || (item.owner === null && item.due === null)) return
  claims[pointer] = { owner: item.owner, due: item.due, condition: null }
}

/** Why a list is empty. */
function gapOfList({ padding, role, item }: Field, facts: Facts): Gap {
  if (padding) return padding
  if (facts.sentences.length === 0) return 'not_said'
  const isList = item === null && (isListRole(role) || role === 'summary')
  const isKnown = isList && facts.finds(role) && facts.findsAll(role) && facts.speaksFor(role)
  // Where words are only counted, nothing that is found does not mean that there is nothing.
  return isKnown && isEnglish(facts.language) ? 'not_said' : 'needs_language_model'
}

/** Pads a list with neutral values if its minimum length exceeds the known items. */
function pad(
  values: unknown[],
  plan: PlanOf<'array'>,
  { position, gap, notes }: { position: FieldPosition; gap: Gap; notes: Notes },
): unknown[] {
  if (plan.unique && values.length < plan.min - 1) throw forced(position.pointer, gap)
  // A field may be empty where nothing is known; a list of empty texts says that there are as many.
  const first = firstOf(plan.items)
  const isEmptyText = first.kind === 'string' && first.min === 0 && first.format === null
  if (isEmptyText && !allowsNull(plan.items)) throw forced(position.pointer, gap)
  while (values.length < plan.min) {
    const field: Field = { ...position.field, role: null, padding: gap }
    const pointer = step(position.pointer, values.length)
    values.push(blank(plan.items, { field, pointer, isRequired: true, gap }, notes))
  }
  return values
}

function itemsFor({ name, hint, role, item, padding }: Field, facts: Facts): readonly Item[] {
  if (padding) return []
  // A list inside a listed item (quotes, tags) has only that item as its source.
  if (item) return facetOf(name, hint) ? [item] : []
  if (role === null || !facts.finds(role) || !facts.speaksFor(role)) return []
  return isListRole(role) ? facts.list(role) : role === 'summary' ? facts.list('highlights') : []
}

type Unanswered = FieldPosition & { gap: Gap }

/** The value if nothing is known: null, omission, or the most neutral value allowed. */
function unknown(plan: Plan, position: Unanswered, notes: Notes): unknown {
  const { gap, field, pointer, isRequired } = position
  // The parts of an object are told one by one, and what pads a list is told with the list.
  const isInParts = isRequired && !allowsNull(plan) && firstOf(plan).kind === 'object'
  if (gap === 'needs_language_model' && !isInParts && !field.padding) {
    notes.needsLanguageModel.push(pointer)
  }
  return blank(plan, position, notes)
}

const firstOf = (plan: Plan): Plan =>
  plan.kind === 'choice' && plan.options[0] ? firstOf(plan.options[0]) : plan

function blank(plan: Plan, position: Unanswered, notes: Notes): unknown {
  if (plan.kind !== 'array' || plan.min > 0) {
    if (allowsNull(plan)) return null
    if (!position.isRequired) return absent
  }
  if (plan.kind === 'array') {
    return plan.min === 0 ? [] : pad([], plan, { position, gap: position.gap, notes })
  }
  if (plan.kind === 'object') return fillObject(plan, position, notes)
  if (plan.kind === 'choice') {
    const [first] = plan.options
    if (first) return blank(first, position, notes)
  }
  notes.checkable += 1
  return neutral(plan, position)
}

const neutralWords = pattern`
  ^(?:unknown|none|neutral|n/?a|not[ _-]?(?:stated|mentioned|applicable|clear)|other|unclear|
  unspecified|undecided|open|pending|in[ _-]progress)$`

function neutral(plan: Plan, { pointer, field, gap }: Unanswered): unknown {
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
  if (plan.kind !== 'string' || plan.format !== null) throw forced(pointer, gap)
  if (plan.min === 0) return ''
  const text = gap === 'not_said' ? 'Not stated in the recording.' : 'Needs a language model.'
  const cut = text.slice(0, plan.max ?? text.length)
  if (cut.length < plan.min) throw forced(pointer, gap)
  return cut
}

/** The middle of a scale is neutral; a count is zero. */
function neutralNumber({ min, max }: PlanOf<'number'>, { name, hint }: Field): number {
  const isScale = /probab|likel|chance|score|rating|sentiment|percent|confidence|satisf|nps|level/iu
  if (!isScale.test(`${name} ${hint}`)) return Math.min(Math.max(0, min), max)
  if (Number.isFinite(min) && Number.isFinite(max)) return (min + max) / 2
  return Math.min(Math.max(/probab|likel|chance/iu.test(name) ? 0.5 : 0, min), max)
}

function forced(pointer: string, gap: Gap): JobError {
  const why = gap === 'not_said' ? 'the recording does not give' : 'only a language model can give'
  return new JobError(
    'schema_not_satisfied',
    `The schema asks for a value at ${pointer} that ${why}.`,
  )
}
