// What follows from the numbers, in sentences that carry them. Nothing is said that was not counted.
import { toDay } from '../../core/time.ts'
import type { Mood } from './findings.ts'
import type { PeriodTally } from './gather.ts'
import type { ActionGroup } from './group-mentions.ts'
import type { InsightsResult } from './result-schema.ts'

type Theme = InsightsResult['key_themes'][number]

export type Numbers = {
  now: PeriodTally
  before: PeriodTally
  themes: readonly Omit<Theme, 'content_ids' | 'evidence'>[]
  actions: readonly ActionGroup[]
  lookbackDays: number
  periodStart: Date
  periodEnd: Date
}

/** Choice: one recording more or less is chance; from these numbers on it is worth a sentence. */
const leastNew = 3
const leastJudged = 5
const leastRisePoints = 10

export function recommend(numbers: Numbers): string[] {
  return [
    ...overdue(numbers),
    ...openObjections(numbers),
    ...negativeShare(numbers),
    ...rising(numbers),
    ...newThemes(numbers),
    ...repeated(numbers),
  ]
}

const recordings = (count: number): string => (count === 1 ? '1 recording' : `${count} recordings`)

const daysBefore = ({ lookbackDays: days }: Numbers): string =>
  days === 1 ? 'in the day before' : `in the ${days} days before`

function rising(numbers: Numbers): string[] {
  return numbers.themes
    .filter(({ trend }) => trend === 'rising')
    .slice(0, 3)
    .map(
      ({ theme, frequency, previous_frequency: previous }) =>
        `Look into “${theme}”: ${recordings(frequency)} name it, ` +
        `after ${previous} ${daysBefore(numbers)}.`,
    )
}

/** Where there was nothing before, everything is new: that tells nothing. */
function newThemes(numbers: Numbers): string[] {
  const { before, themes } = numbers
  if (before.items.length === 0) return []
  return themes
    .filter(({ trend, frequency }) => trend === 'new' && frequency >= leastNew)
    .slice(0, 2)
    .map(
      ({ theme, frequency }) =>
        `Look into “${theme}”, which is new: ${recordings(frequency)} name it, ` +
        `none of ${before.items.length} did ${daysBefore(numbers)}.`,
    )
}

function openObjections({ now: { openObjections: open, counts } }: Numbers): string[] {
  if (open.length === 0) return []
  const places = new Set(open.map(({ at }) => at))
  const topics = new Map<string, Set<number>>()
  for (const { text, at } of open) topics.set(text, (topics.get(text) ?? new Set()).add(at))
  const [most] = [...topics].toSorted(([a, n], [b, m]) => m.size - n.size || (a < b ? -1 : 1))
  const about =
    most && most[1].size > 1 ? `; most often “${most[0]}”, in ${recordings(most[1].size)}` : ''
  const share = `${open.length} of ${counts.objections} in ${recordings(places.size)}`
  return [`Answer open objections: ${share} got no response${about}.`]
}

const judged = (moods: Record<Mood, number>): number =>
  moods.positive + moods.neutral + moods.negative

function negativeShare(numbers: Numbers): string[] {
  const { now, before } = numbers
  const [all, allBefore] = [judged(now.moods), judged(before.moods)]
  if (all < leastJudged || allBefore < leastJudged) return []
  const share = (100 * now.moods.negative) / all
  const shareBefore = (100 * before.moods.negative) / allBefore
  if (share - shareBefore < leastRisePoints) return []
  return [
    `Listen to the negative recordings: ${now.moods.negative} of ${all} ` +
      `(${Math.round(share)} %), after ${before.moods.negative} of ${allBefore} ` +
      `(${Math.round(shareBefore)} %) ${daysBefore(numbers)}.`,
  ]
}

function repeated({ actions }: Numbers): string[] {
  return actions
    .filter(({ places }) => places.length > 1)
    .slice(0, 2)
    .map(
      ({ text, places }) =>
        `Check whether “${text}” is done: ${recordings(places.length)} name it.`,
    )
}

/** Choice: only dates with year, month and day are read; "Friday" could be any. */
export function listOverdue({ actions, periodEnd }: Pick<Numbers, 'actions' | 'periodEnd'>) {
  const today = toDay(periodEnd)
  return actions
    .map(({ text, due }) => ({ text, date: dateIn(due ?? text) }))
    .filter((one): one is { text: string; date: string } => one.date !== null && one.date < today)
    .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
}

function overdue(numbers: Numbers): string[] {
  const late = listOverdue(numbers)
  const [oldest] = late
  if (!oldest) return []
  const named = `“${oldest.text}” (${oldest.date})`
  return [
    late.length === 1
      ? `Check an action item whose date has passed: ${named}.`
      : `Check ${late.length} action items whose dates have passed; the oldest is ${named}.`,
  ]
}

function dateIn(text: string): string | null {
  const found = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/u.exec(text)?.[0]
  if (!found) return null
  const time = Date.parse(`${found}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(found) ? found : null
}
