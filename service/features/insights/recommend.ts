// What follows from the numbers, in sentences that carry them. Nothing is said that was not counted.
import { day, toDay } from '../../core/time.ts'
import type { Before } from './changes.ts'
import type { Mood } from './findings.ts'
import type { PeriodTally } from './gather.ts'
import type { ActionGroup } from './group-mentions.ts'
import type { InsightsResult } from './result-schema.ts'

/** The theme if the numbers allow to say that it moved that way, against as many days just before. */
export function moved(
  { changed, lookbackDays, periodStart }: Numbers,
  direction: 'rose' | 'fell',
): (one: Pick<Theme, 'theme'>) => boolean {
  const length = Date.parse(changed.period_end) - Date.parse(changed.period_start)
  const isJustBefore =
    changed.period_end === periodStart.toISOString() && Math.round(length / day) === lookbackDays
  const names = changed.changes
    .filter((one) => isJustBefore && one.direction === direction)
    .map(({ theme }) => theme)
  return ({ theme }) => names.includes(theme)
}

type Theme = InsightsResult['key_themes'][number]

export type Numbers = {
  now: PeriodTally
  before: PeriodTally
  themes: readonly Omit<Theme, 'content_ids' | 'evidence'>[]
  changed: Before
  actions: readonly ActionGroup[]
  lookbackDays: number
  periodStart: Date
  periodEnd: Date
}

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
    .filter(moved(numbers, 'rose'))
    .filter(({ previous_frequency: previous }) => previous > 0)
    .slice(0, 3)
    .map(
      ({ theme, frequency, previous_frequency: previous }) =>
        `Look into “${theme}”: ${recordings(frequency)} name it, ` +
        `after ${previous} ${daysBefore(numbers)}.`,
    )
}

function newThemes(numbers: Numbers): string[] {
  const { before, themes } = numbers
  return themes
    .filter(moved(numbers, 'rose'))
    .filter(({ previous_frequency: previous }) => previous === 0)
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
  const { now, before, changed } = numbers
  const rose = changed.changes.find((one) => one.what === 'negative' && one.direction === 'rose')
  if (!rose) return []
  const [all, allBefore] = [judged(now.moods), judged(before.moods)]
  const [share, shareBefore] = [100 * rose.now, 100 * rose.before]
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
