// The insights in a few sentences. Each is made from numbers and themes that the result has too, and
// says nothing else; which sentences there are is decided here, how they read in digest-english.ts.
import { toTotals } from './series.ts'
import { tellInEnglish, type Sentence } from './digest-english.ts'
import type { Group } from './group-mentions.ts'
import { listOverdue, moved, type Numbers } from './recommend.ts'
import type { InsightsResult } from './result-schema.ts'

type Material = Numbers & {
  objections: readonly Group[]
  questions: readonly Group[]
  comparison: InsightsResult['comparison']
}

/** Choice: three names are remembered, more are a list, which is below. */
const mostNamed = 3

export function makeDigest(material: Material): InsightsResult['digest'] {
  return chooseSentences(material).map((one) => ({
    key: one.key,
    text: tellInEnglish(one),
    values: one.values,
  }))
}

function chooseSentences(material: Material): Sentence[] {
  const { now, lookbackDays: lookback_days } = material
  if (now.items.length === 0) return [{ key: 'nothing', values: { lookback_days } }]
  return [
    ...extent(material),
    ...tone(material),
    ...themes(material),
    ...gone(material),
    ...listed(material),
  ]
}

function extent({ now, before, periodStart, periodEnd }: Material): Sentence[] {
  const { recordings, talk_seconds, words } = toTotals(now.counts)
  const period_start = periodStart.toISOString()
  const period_end = periodEnd.toISOString()
  const previous_recordings = before.items.length
  return [
    { key: 'extent', values: { recordings, period_start, period_end, talk_seconds, words } },
    ...(previous_recordings > 0
      ? [{ key: 'more_than_before' as const, values: { recordings, previous_recordings } }]
      : []),
  ]
}

function tone({ now: { moods } }: Material): Sentence[] {
  const judged = moods.positive + moods.neutral + moods.negative
  return judged > 0 ? [{ key: 'tone', values: { judged, ...moods } }] : []
}

/** Choice: what one recording alone says is not called the topic of all. */
function themes(material: Material): Sentence[] {
  const { themes: all, lookbackDays: lookback_days } = material
  const often = all.filter(({ frequency }) => frequency > 1)
  const move = (key: 'rising' | 'falling', direction: 'rose' | 'fell'): Sentence[] => {
    const found = all.filter(moved(material, direction)).slice(0, mostNamed)
    return found.length > 0 ? [{ key, values: { themes: found.map(toMove), lookback_days } }] : []
  }
  const top = often.slice(0, mostNamed).map(({ theme, frequency }) => ({ theme, frequency }))
  return [
    ...(top.length > 0 ? [{ key: 'themes' as const, values: { themes: top } }] : []),
    ...move('rising', 'rose'),
    ...move('falling', 'fell'),
  ]
}

const toMove = ({ theme, frequency, previous_frequency }: Material['themes'][number]) => ({
  theme,
  frequency,
  previous_frequency,
})

function gone({ comparison }: Material): Sentence[] {
  if (!comparison?.is_same_length) return []
  const { period_start, period_end } = comparison
  const names = comparison.themes
    .filter(({ change, previous_frequency }) => change === 'gone' && previous_frequency > 1)
    .slice(0, mostNamed)
    .map(({ theme }) => theme)
  return names.length > 0
    ? [{ key: 'gone', values: { themes: names, period_start, period_end } }]
    : []
}

function listed({ now, actions, objections, questions, periodEnd }: Material): Sentence[] {
  const { action_items, objections: raised, open_objections: open } = now.counts
  const overdue = listOverdue({ actions, periodEnd }).length
  const { questions: asked } = now.counts
  const sentences: [count: number, sentence: Sentence][] = [
    [
      action_items,
      {
        key: 'action_items',
        values: { action_items, recordings: recordingsOf(actions), overdue },
      },
    ],
    [
      raised,
      {
        key: 'objections',
        values: { objections: raised, recordings: recordingsOf(objections), open },
      },
    ],
    [
      asked,
      { key: 'questions', values: { questions: asked, recordings: recordingsOf(questions) } },
    ],
  ]
  return sentences.filter(([count]) => count > 0).map(([, sentence]) => sentence)
}

const recordingsOf = (groups: readonly { places: number[] }[]): number =>
  new Set(groups.flatMap(({ places }) => places)).size
