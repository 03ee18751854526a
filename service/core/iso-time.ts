import { errors } from './errors.ts'

const iso =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|z|[+\- ]\d{2}:?\d{2})?)?$/

/**
 * Parses an ISO 8601 date or time, or returns null. Without a zone it is UTC; a date is its first
 * moment; a space before the zone is a plus sign that the query string decoded.
 */
export function parseIso(text: string): Date | null {
  const match = iso.exec(text)
  const [, date, time = '00:00', zone = 'Z'] = match ?? []
  if (!date || !isCalendarDate(date)) return null
  const parsed = new Date(`${date}T${time}${withSign(zone)}`)
  const year = parsed.getUTCFullYear() // NaN if invalid
  // A zone offset can push the UTC year outside the four digits of ISO 8601.
  return year >= 0 && year <= 9999 ? parsed : null
}

/** `Date` reads 31 February as 3 March. */
function isCalendarDate(date: string): boolean {
  const parsed = new Date(`${date}T00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

function withSign(zone: string): string {
  if (zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.slice(1).replace(':', '')
  return `${zone.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/**
 * Parses an optional time field of a request; throws validation_error naming the field
 * if it is invalid.
 */
export function requireTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = parseIso(text)
  if (time) return time
  throw errors.invalid(field, 'invalid', `${field} must be an ISO 8601 date or time.`)
}
