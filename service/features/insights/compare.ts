// What changed since the insights before these.
import { subtractCounts, toTotals } from './series.ts'
import type { Tallies } from './gather.ts'
import type { Group } from './group-mentions.ts'
import type { InsightsResult } from './schema.ts'

type Comparison = NonNullable<InsightsResult['comparison']>
type ThemeChange = Comparison['themes'][number]

/** The insights that are compared with. */
export type Earlier = { id: string; lookback_days: number; period_start: Date; period_end: Date }

/** Choice: so many of those that changed most. */
const mostThemes = 40

export function compare(
  earlier: Earlier,
  { now, compared }: Tallies,
  { themes, lookbackDays }: { themes: readonly Group[]; lookbackDays: number },
): Comparison {
  return {
    insights_id: earlier.id,
    period_start: earlier.period_start.toISOString(),
    period_end: earlier.period_end.toISOString(),
    lookback_days: earlier.lookback_days,
    is_same_length: earlier.lookback_days === lookbackDays,
    before: toTotals(compared.counts),
    change: toTotals(subtractCounts(now.counts, compared.counts)),
    themes: themes
      .filter(({ places, compared: before }) => places.length !== before)
      .map(toChange)
      .toSorted(bySize)
      .slice(0, mostThemes),
  }
}

function toChange({ text, places, compared }: Group): ThemeChange {
  const frequency = places.length
  const moved = frequency > compared ? 'grown' : 'shrunk'
  const change = compared === 0 ? 'new' : frequency === 0 ? 'gone' : moved
  return { theme: text, change, frequency, previous_frequency: compared }
}

const sizeOf = (one: ThemeChange): number => Math.abs(one.frequency - one.previous_frequency)
const bySize = (a: ThemeChange, b: ThemeChange): number =>
  sizeOf(b) - sizeOf(a) || (a.theme < b.theme ? -1 : 1)
