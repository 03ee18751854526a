// What rose and what fell between the two periods, as far as the numbers allow to say so.
import type { PeriodTally, Tallies } from './gather.ts'
import type { Group } from './group-mentions.ts'
import type { InsightsResult } from './result-schema.ts'
import { toTotals, type Counts } from './series.ts'
import { fewestRecordings, ranksDiffer, sharesDiffer } from './significance.ts'
import type { Asked } from './span.ts'

export type Before = NonNullable<InsightsResult['before']>
type Change = Before['changes'][number]

/** Choice: as many as somebody reads. */
const mostThemes = 20

/** @param themes of both periods */
export function compareWithBefore(
  { now, before }: Pick<Tallies, 'now' | 'before'>,
  themes: readonly Group[],
  asked: Asked,
): Before {
  const isEnough = Math.min(now.items.length, before.items.length) >= fewestRecordings
  return {
    period_start: asked.before_start,
    period_end: asked.before_end,
    totals: toTotals(before.counts),
    is_enough: isEnough,
    changes: isEnough
      ? [...figures(now, before), ...themesThatChanged({ now, before }, themes)]
      : [],
  }
}

const perRecording = ['action_items', 'objections', 'questions', 'talk_ms'] as const

function figures(now: PeriodTally, before: PeriodTally): Change[] {
  const counted = perRecording.flatMap((name): Change[] => {
    const differ = ranksDiffer(now.each.map(of(name)), before.each.map(of(name)))
    const unit = name === 'talk_ms' ? 1_000 : 1
    return differ
      ? toChange({
          what: name === 'talk_ms' ? 'talk_seconds' : name,
          now: now.counts[name] / now.items.length / unit,
          before: before.counts[name] / before.items.length / unit,
        })
      : []
  })
  return [...tone(now, before), ...counted]
}

const of =
  (name: keyof Counts) =>
  (counts: Counts): number =>
    counts[name]

function tone(now: PeriodTally, before: PeriodTally): Change[] {
  return (['negative', 'positive'] as const).flatMap((what): Change[] => {
    const [mine, other] = [now, before].map(({ moods }) => ({
      count: moods[what],
      of: moods.positive + moods.neutral + moods.negative,
    }))
    if (!mine || !other || Math.min(mine.of, other.of) < fewestRecordings) return []
    const change = { what, now: mine.count / mine.of, before: other.count / other.of }
    return sharesDiffer(mine, other) ? toChange(change) : []
  })
}

function themesThatChanged(
  { now, before }: Pick<Tallies, 'now' | 'before'>,
  themes: readonly Group[],
): Change[] {
  const [all, allBefore] = [now.items.length, before.items.length]
  return themes
    .filter(({ places, previous }) =>
      sharesDiffer({ count: places.length, of: all }, { count: previous, of: allBefore }),
    )
    .flatMap(({ text, places, previous }) =>
      toChange({
        what: 'theme',
        theme: text,
        now: places.length / all,
        before: previous / allBefore,
      }),
    )
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, mostThemes)
}

type Moved = Pick<Change, 'what' | 'now' | 'before'> & { theme?: string | null }

/** Different in rank and the same in the mean is no direction. */
function toChange({ theme = null, ...one }: Moved): Change[] {
  if (one.now === one.before) return []
  const direction = one.now > one.before ? ('rose' as const) : ('fell' as const)
  return [{ ...one, theme, direction }]
}
