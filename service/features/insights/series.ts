// The numbers of a period, whole and in steps of a day or a week.
import { day, plusMs } from '../../core/time.ts'
import { dayIn, plusDays, startOfDay } from './calendar.ts'
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
type Period = {
  lookbackDays: number
  periodStart: Date
  periodEnd: Date
  /** Null: a day is 24 hours back from the end. */
  timeZone: string | null
}

/** Choice: more than a month of days is more than somebody compares. */
const mostDays = 31

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
 * long; a step holds its start and not its end. In a time zone they are whole calendar days, of
 * which the last may be going on.
 */
export function toSeries(
  items: readonly { created_at: Date }[],
  each: readonly Counts[],
  period: Period,
): Series {
  const step = period.lookbackDays <= mostDays ? 'day' : 'week'
  const starts = startsOf(period, step)
  const sums = starts.map(noCounts)
  for (const [at, counts] of each.entries()) {
    const made = items[at]?.created_at ?? period.periodEnd
    const place = Math.max(
      0,
      starts.findLastIndex((start) => start <= made),
    )
    sums[place] = addCounts(sums[place] ?? noCounts(), counts)
  }
  const points = sums.map((counts, at) => ({
    start: (starts[at] ?? period.periodStart).toISOString(),
    end: (starts[at + 1] ?? period.periodEnd).toISOString(),
    ...toTotals(counts),
  }))
  return { step, time_zone: period.timeZone, points }
}

function startsOf(period: Period, step: Series['step']): Date[] {
  const { lookbackDays, periodStart, periodEnd, timeZone } = period
  const daysOfStep = step === 'day' ? 1 : 7
  const length = Math.ceil(lookbackDays / daysOfStep)
  const back = Array.from({ length }, (_, at) => (length - at) * daysOfStep)
  const startOf = (days: number): Date => {
    if (timeZone === null) return plusMs(periodEnd, -days * day)
    const last = dayIn(plusMs(periodEnd, -1), timeZone)
    return startOfDay(plusDays(last, 1 - days), timeZone)
  }
  return back.map((days) => {
    const start = startOf(days)
    return start < periodStart ? periodStart : start
  })
}
