/** Placeholder values for what a schema requires and nobody wrote: as plain as the plan allows. */
import type { Plan, PlanOf, StringFormat } from '../schema-plan.ts'
import { allowsNull } from '../schema-plan.ts'

const plainFormats: Readonly<Record<StringFormat, (turn: number) => string>> = {
  date: (turn) => dateOf(turn).slice(0, 10),
  time: (turn) => dateOf(0, turn).slice(11, 19) + 'Z',
  'date-time': (turn) => dateOf(turn).replace('.000Z', 'Z'),
  email: (turn) => `unknown${turn || ''}@example.com`,
  uri: (turn) => `https://example.com/${turn || ''}`,
}

/** Null if allowed, otherwise empty; `turn` enumerates distinct values. */
export function plainValue(plan: Plan, turn = 0): unknown {
  if (allowsNull(plan) && turn === 0) return null
  switch (plan.kind) {
    case 'object':
      return Object.fromEntries(
        plan.entries.map(({ name, plan: child }) => [name, plainValue(child, turn)]),
      )
    case 'array':
      return plainItems(plan)
    case 'string':
      return plainText(plan, turn)
    case 'number':
      return plainNumber(plan, turn)
    case 'literals':
      return plan.values[turn % plan.values.length] ?? null
    case 'choice': {
      const option = plan.options[turn % plan.options.length]
      return option ? plainValue(option, Math.floor(turn / plan.options.length)) : null
    }
  }
}

/** Exceeds the length of any list that requires unique items. */
const mostTurns = 2500

/** A plain value that is not taken yet, or the first one if all are. */
export function otherValue(plan: Plan, isTaken: (value: unknown) => boolean): unknown {
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const value = plainValue(plan, turn)
    if (!isTaken(value)) return value
  }
  return plainValue(plan)
}

/** Pads the text with dots to the minimum length. */
export function padded(text: string, least: number): string {
  return text + '.'.repeat(Math.max(0, least - [...text].length))
}

function plainItems(plan: PlanOf<'array'>): unknown[] {
  const items: unknown[] = []
  const keys = new Set<string>()
  while (items.length < plan.min) {
    const item = plan.unique
      ? otherValue(plan.items, (one) => keys.has(JSON.stringify(one)))
      : plainValue(plan.items)
    keys.add(JSON.stringify(item))
    items.push(item)
  }
  return items
}

function plainText({ min, max, format }: PlanOf<'string'>, turn: number): string {
  if (format) return plainFormats[format](turn)
  const text = turn === 0 ? '' : String(turn)
  return [...padded(text, min)].slice(0, max ?? Infinity).join('')
}

function plainNumber({ min, max, multipleOf, integer }: PlanOf<'number'>, turn: number): number {
  const unit = multipleOf ?? (integer ? 1 : 0.001)
  const nearest = min > 0 ? Math.ceil(min / unit) : max < 0 ? Math.floor(max / unit) : 0
  const fitting = [nearest + turn, nearest - turn]
    .map((steps) => steps * unit)
    .find((value) => value >= min && value <= max)
  return fitting ?? Math.max(min, Math.min(max, 0))
}

/** Formats the date this many days and minutes after the Unix epoch. */
function dateOf(days: number, minutes = 0): string {
  return new Date((days * 1440 + (minutes % 1440)) * 60_000).toISOString()
}
