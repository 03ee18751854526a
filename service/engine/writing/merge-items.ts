/** Merges lists from the parts of a recording: each item once, the best supported ones kept. */
import { isObject } from '../schema-shape.ts'
import type { Plan, PlanOf } from '../schema-plan.ts'
import { isSame, shareSaid, toWords } from './similar.ts'
import type { Worded } from './similar.ts'
import type { Vote } from './votes.ts'

/** Choice: maximum items of a merged list whose schema sets no upper bound. */
const mostItems = 100

type Item = { value: unknown; worded: Worded; support: number; parts: Set<Vote> }

/** Merges the items of all parts, in the order they appeared. */
export function mergeItems(plan: PlanOf<'array'>, votes: readonly Vote[]): unknown[] {
  const { items, spare } = distinct(plan, votes)
  const best = items.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const kept = new Set(best.slice(0, plan.max ?? Math.max(mostItems, plan.min)))
  const values = items.filter((item) => kept.has(item)).map(({ value }) => value)
  // If the list is below its minimum length, restores items dropped as duplicates.
  const taken = new Set(values.map((value) => JSON.stringify(value)))
  for (const value of spare) {
    if (values.length >= plan.min) break
    if (plan.unique && taken.has(JSON.stringify(value))) continue
    taken.add(JSON.stringify(value))
    values.push(value)
  }
  return values
}

/** Ranks items by the number of parts that contain them, then by how far their words were said. */
function scoreOf({ parts, support }: Item): number {
  return parts.size + 2 * support
}

function distinct(
  plan: PlanOf<'array'>,
  votes: readonly Vote[],
): { items: Item[]; spare: unknown[] } {
  const items: Item[] = []
  const spare: unknown[] = []
  const exact = new Map<string, Item>()
  for (const vote of votes) {
    for (const value of Array.isArray(vote.value) ? vote.value : []) {
      const key = JSON.stringify(value).toLowerCase()
      const worded = toWords(proseIn(plan.items, value).join('\n'))
      const support = shareSaid(worded, vote.said)
      const twin = exact.get(key) ?? items.find((item) => saysSame(item.worded, worded))
      if (twin) {
        spare.push(value)
        join(twin, { value, support, vote }, plan)
        exact.set(key, twin)
        continue
      }
      const item = { value, worded, support, parts: new Set([vote]) }
      exact.set(key, item)
      items.push(item)
    }
  }
  return { items, spare }
}

/** Items without text are the same only if they are equal. */
function saysSame(a: Worded, b: Worded): boolean {
  return a.words.size > 0 && b.words.size > 0 && isSame(a, b)
}

/** Combines what each part knew, unless the items must be unique. */
function join(
  twin: Item,
  { value, support, vote }: { value: unknown; support: number; vote: Vote },
  { items, unique }: PlanOf<'array'>,
): void {
  twin.parts.add(vote)
  twin.support = Math.max(twin.support, support)
  const { value: known } = twin
  if (unique || items.kind !== 'object' || !isObject(known) || !isObject(value)) return
  const entries = Object.entries(known).map(([name, inner]) => {
    return [name, inner === null || inner === '' ? (value[name] ?? inner) : inner] as const
  })
  twin.value = Object.fromEntries(entries)
}

/** The texts that the model wrote freely. */
function proseIn(plan: Plan, value: unknown): string[] {
  if (plan.kind === 'string') return typeof value === 'string' ? [value] : []
  if (plan.kind === 'choice') return plan.options.flatMap((option) => proseIn(option, value))
  if (plan.kind === 'array') {
    return Array.isArray(value) ? value.flatMap((item) => proseIn(plan.items, item)) : []
  }
  if (plan.kind !== 'object' || !isObject(value)) return []
  return plan.entries.flatMap((entry) => proseIn(entry.plan, value[entry.name]))
}
