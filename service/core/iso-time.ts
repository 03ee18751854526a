import { errors } from './errors.ts'

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|z|[+\- ]\d{2}:?\d{2})?)?$/

/**
 * An ISO 8601 date or time as a caller may write it, or null. Without a zone it is UTC, a date is
 * its first moment, and a blank before the zone is the plus sign that a query string lost.
 */
export function parseIso(text: string): Date | null {
  const match = iso.exec(text)
  const [, date, time = '00:00', zone = 'Z'] = match ?? []
  if (!date || !isCalendarDate(date)) return null
  const parsed = new Date(`${date}T${time}${withSign(zone)}`)
  const year = parsed.getUTCFullYear() // NaN where it is no time
  // A zone may carry a time out of the years that ISO 8601 writes with four digits.
  return year >= 0 && year <= 9999 ? parsed : null
}

/** `Date` takes 31 February for 3 March. */
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

function withSign(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.slice(1).replace(':', '')
  return `${zone.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** The time that an optional field of a request names; refuses what is none, naming the field. */
export function requireTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = parseIso(text)
  if (time) return time
  throw errors.invalid(field, 'invalid', `${field} must be an ISO 8601 date or time.`)
}
