// Days as a calendar has them, in the time zone of whoever asks.
import { day, plusMs } from '../../core/time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** False where there is no such zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(formatOf(zone))
  } catch {
    return false
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  formats.set(zone, known)
  return known
}

/** What a clock in the zone shows, as if it were UTC. */
function wallTime(at: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map((p) => [p.type, p.value]),
  )
  const { year, month, day: date, hour, minute, second } = parts
  return Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
}

/** The day in the zone: YYYY-MM-DD. */
export const dayIn = (at: Date, zone: string): string =>
  new Date(wallTime(at, zone)).toISOString().slice(0, 10)

/** The first moment of a day (YYYY-MM-DD) in the zone, also where a clock change skips midnight. */
export function startOfDay(date: string, zone: string): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  const offsetAt = (time: number) => wallTime(new Date(time), zone) - time
  const candidates = [midnight - day, midnight + day].map((near) => midnight - offsetAt(near))
  const [first = midnight] = candidates
    .filter((time) => dayIn(new Date(time), zone) === date)
    .toSorted((a, b) => a - b)
  return new Date(first)
}

/** The date so many days later; earlier where `count` is negative. */
export const plusDays = (date: string, count: number): string =>
  plusMs(new Date(`${date}T00:00:00Z`), count * day)
    .toISOString()
    .slice(0, 10)

/** How many days from the first to the last, both in it; below 1 where they are the wrong way round. */
export const countDays = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / day) + 1
