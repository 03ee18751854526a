// The numbers of a period, whole and in steps of a day or a week.
import { day } from '../../core/time.ts'
import type { InsightsResult } from './result-schema.ts'

/** Whole numbers only, so that sums are the same in any order. */
export type Counts = {
  recordings: number
  positive: number
  neutral: number
  negative: number
  action_items: number
  objections: number
  open_objections: number
  questions: number
  talk_ms: number
  words: number
}

type Totals = InsightsResult['totals']
type Series = InsightsResult['series']
type Period = { lookbackDays: number; periodStart: Date; periodEnd: Date }

/** Choice: more than a month of days is more than somebody compares. */
const mostDays = 31
const week = 7 * day

export const noCounts = (): Counts => ({
  recordings: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
  action_items: 0,
  objections: 0,
  open_objections: 0,
  questions: 0,
  talk_ms: 0,
  words: 0,
})

export const addCounts = (a: Counts, b: Counts): Counts => ({
  recordings: a.recordings + b.recordings,
  positive: a.positive + b.positive,
  neutral: a.neutral + b.neutral,
  negative: a.negative + b.negative,
  action_items: a.action_items + b.action_items,
  objections: a.objections + b.objections,
  open_objections: a.open_objections + b.open_objections,
  questions: a.questions + b.questions,
  talk_ms: a.talk_ms + b.talk_ms,
  words: a.words + b.words,
})

/** What `now` has more than `before`; less is negative. */
export function subtractCounts(now: Counts, before: Counts): Counts {
  const minus = (name: keyof Counts): number => now[name] - before[name]
  return {
    recordings: minus('recordings'),
    positive: minus('positive'),
    neutral: minus('neutral'),
    negative: minus('negative'),
    action_items: minus('action_items'),
    objections: minus('objections'),
    open_objections: minus('open_objections'),
    questions: minus('questions'),
    talk_ms: minus('talk_ms'),
    words: minus('words'),
  }
}

/** As it is answered: time in seconds. */
export const toTotals = ({ talk_ms, ...rest }: Counts): Totals => ({
  ...rest,
  talk_seconds: talk_ms / 1_000,
})

/**
 * Choice: steps are counted back from the end of the period, so that all but the first are equally
 * long and the last is not a day that has only begun; a step holds its start and not its end.
 */
export function toSeries(
  items: readonly { created_at: Date }[],
  each: readonly Counts[],
  { lookbackDays, periodStart, periodEnd }: Period,
): Series {
  const isDaily = lookbackDays <= mostDays
  const stepMs = isDaily ? day : week
  const end = periodEnd.getTime()
  const length = Math.ceil((lookbackDays * day) / stepMs)
  const sums = Array.from({ length }, noCounts)
  for (const [at, counts] of each.entries()) {
    const made = items[at]?.created_at.getTime() ?? end
    const step = length - Math.ceil((end - made) / stepMs)
    sums[step] = addCounts(sums[step] ?? noCounts(), counts)
  }
  const points = sums.map((counts, step) => {
    const from = Math.max(end - (length - step) * stepMs, periodStart.getTime())
    const to = end - (length - step - 1) * stepMs
    return {
      start: new Date(from).toISOString(),
      end: new Date(to).toISOString(),
      ...toTotals(counts),
    }
  })
  return { step: isDaily ? 'day' : 'week', points }
}
