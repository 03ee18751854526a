// Which recordings are counted, and against which: the last days, or days that somebody chose.
import { Type, type Static } from 'typebox'
import { errors } from '../../core/errors.ts'
import { day, plusMs } from '../../core/time.ts'
import { countDays, dayIn, isTimeZone, plusDays, startOfDay } from './calendar.ts'
import type { GenerateRequest } from './schema.ts'

/** How a period was asked for, beyond what its row has. Moments are ISO 8601. */
export const Asked = Type.Object({
  /** Null: days are 24 hours back from the end. */
  time_zone: Type.Union([Type.String(), Type.Null()]),
  before_start: Type.String(),
  before_end: Type.String(),
})
export type Asked = Static<typeof Asked>

export type Span = { lookbackDays: number; start: Date; end: Date; asked: Asked }

// Spec: Project insights, default of lookback_days.
const usualDays = 30
/** Choice: a year at most. */
const mostDays = 365

/** Throws validation_error where the days are none that can be compared. */
export function toSpan(request: GenerateRequest, now: Date): Span {
  const { lookback_days: lookbackDays = usualDays, time_zone: zone } = request
  if (zone === undefined) {
    refuseDates(request)
    const start = plusMs(now, -lookbackDays * day)
    const before = { start: plusMs(start, -lookbackDays * day), end: start }
    return { lookbackDays, start, end: now, asked: toAsked(null, before) }
  }
  if (!isTimeZone(zone)) {
    throw errors.invalid('time_zone', 'unknown', 'There is no time zone with this name.')
  }
  const today = dayIn(now, zone)
  const { from, to = today } = request
  const first = from ?? plusDays(to, 1 - lookbackDays)
  const length = lengthOf(first, to, 'from')
  const start = startOfDay(first, zone)
  if (start > now) throw errors.invalid('from', 'invalid', 'These days are still to come.')
  const next = startOfDay(plusDays(to, 1), zone)
  const end = next < now ? next : now
  const before = beforeOf(request, { first, length, zone })
  if (before.start < end && start < before.end) {
    const text = 'A day cannot be in both periods that are compared.'
    throw errors.invalid('compared_to', 'invalid', text)
  }
  return { lookbackDays: length, start, end, asked: toAsked(zone, before) }
}

type Whole = { first: string; length: number; zone: string }

/** The chosen days, else as many as the period has, up to it. */
function beforeOf({ compared_from, compared_to }: GenerateRequest, { first, length, zone }: Whole) {
  const last = compared_to ?? plusDays(first, -1)
  const begin = compared_from ?? plusDays(last, 1 - length)
  lengthOf(begin, last, 'compared_from')
  return { start: startOfDay(begin, zone), end: startOfDay(plusDays(last, 1), zone) }
}

function lengthOf(first: string, last: string, field: string): number {
  const days = countDays(first, last)
  if (days >= 1 && days <= mostDays) return days
  throw errors.invalid(field, 'invalid', `A period has 1 to ${mostDays} days.`)
}

function refuseDates(request: GenerateRequest): void {
  for (const field of ['from', 'to', 'compared_from', 'compared_to'] as const) {
    if (request[field] === undefined) continue
    throw errors.invalid(field, 'invalid', 'Days need the time_zone that they are days of.')
  }
}

const toAsked = (time_zone: string | null, before: { start: Date; end: Date }): Asked => ({
  time_zone,
  before_start: before.start.toISOString(),
  before_end: before.end.toISOString(),
})
