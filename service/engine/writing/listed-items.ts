/**
 * Words the items of lists, each from the one passage that likely holds it. The classifiers decide what is
 * listed: small models write hardly any list from a long reading, but a good sentence on a few turns.
 */
import type { PassageKind, ReadingGuide } from '../engine.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { withoutNull } from '../schema-plan.ts'
import { isObject, step } from '../schema-shape.ts'
import { toWords } from './similar.ts'
import { textsIn } from './votes.ts'

/** Choice: a small model words so many items of a list. */
const usualItems = 8

export type ItemTask = {
  kind: PassageKind
  field: string
  /** Of the whole list. */
  hint: string
  /** Of the item, or of an object around it. */
  plan: PlanOf<'object'>
  isWrapped: boolean
  from: number
  to: number
}

/** Where an item stands that is no object itself. */
const answerName = 'answer'

/** What to ask for, in the order of the recording, list by list. */
export function itemTasks(plan: Plan, { lists }: ReadingGuide): ItemTask[] {
  return lists.flatMap(({ field, kind, passages }) => {
    const list = listIn(plan, field)
    if (!list) return []
    const items = withoutNull(list.items)
    const entry = { name: answerName, required: true, plan: items }
    const asked =
      items.kind === 'object'
        ? { plan: items, isWrapped: false }
        : { plan: { kind: 'object' as const, hint: '', entries: [entry] }, isWrapped: true }
    return passages
      .slice(0, Math.min(list.max ?? usualItems, usualItems))
      .toSorted((a, b) => a.from - b.from)
      .map((passage) => ({ kind, field, hint: list.hint, ...asked, ...passage }))
  })
}

/** The plan of what is read from the whole. */
export function planWithout(plan: Plan, { lists }: ReadingGuide): Plan {
  if (plan.kind !== 'object') return plan
  const entries = plan.entries.filter(({ name }) => lists.every(({ field }) => field !== name))
  return { ...plan, entries }
}

export type Listed = {
  result: Record<string, unknown>
  /** Segment ids by the pointer of the item that was worded from them. */
  places: Record<string, string[]>
}

/** Puts the answers into their lists, without empty ones, repetitions and what `isFit` refuses. */
export function toLists(
  rest: Record<string, unknown>,
  answers: readonly { task: ItemTask; answer: unknown }[],
  { guide, isFit }: { guide: ReadingGuide; isFit: (result: Record<string, unknown>) => boolean },
): Listed {
  const bare = { ...rest, ...emptyLists(guide) }
  const lists = new Map<string, unknown[]>()
  const places: Record<string, string[]> = {}
  for (const { task, answer } of answers) {
    const { field, from, to } = task
    const value = task.isWrapped && isObject(answer) ? answer[answerName] : answer
    const items = lists.get(field) ?? []
    const isKnown = items.some((item) => keyOf(item) === keyOf(value))
    const passage = guide.utterances.slice(from, to)
    const speakers = passage.map(({ speaker }) => speaker)
    if (isKnown || isThin(value, speakers) || !isFit({ ...bare, [field]: [value] })) continue
    const said = passage.flatMap(({ segmentIds }) => segmentIds)
    places[step(step('', field), items.length)] = [...new Set(said)]
    lists.set(field, [...items, value])
  }
  return { result: { ...bare, ...Object.fromEntries(lists) }, places }
}

export const emptyLists = ({ lists }: ReadingGuide): Record<string, unknown> =>
  Object.fromEntries(lists.map(({ field }) => [field, []]))

function listIn(plan: Plan, field: string): PlanOf<'array'> | null {
  const entry = plan.kind === 'object' && plan.entries.find(({ name }) => name === field)
  const list = entry ? withoutNull(entry.plan) : null
  return list?.kind === 'array' ? list : null
}

const keyOf = (value: unknown): string => JSON.stringify(value).toLowerCase()

/** Whether it says nothing beside names: "None", "Ben: Mm". */
function isThin(value: unknown, speakers: readonly string[]): boolean {
  const names = toWords(speakers.join('\n')).words
  const words = [...toWords(textsIn(value).join('\n')).words]
  return words.filter((word) => !names.has(word)).length < 2
}
