/** Ways to say a date: an answer may hold 2026-11-27 although "on Friday" was said. */
import { day } from '../../core/time.ts'

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.+Z-]*)?$/u

/**
 * Values that models write for a required date that nobody named: the first and last
 * days of calendars. Choice: the year alone supports such a date, since its day and
 * month carry no information.
 */
const placeholders = new Set([
  '0000-01-01',
  '0001-01-01',
  '1900-01-01',
  '1970-01-01',
  '2000-01-01',
  '9999-12-31',
])

/** Every known way to say the date, in lower case; null if the text is not a date. */
export function sayingsOf(text: string, language: string, recordedOn?: string): string[] | null {
  const date = isoDate.exec(text)?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  if (date === undefined || Number.isNaN(time)) return null
  if (placeholders.has(date)) return [date.slice(0, 4)]
  const at = new Date(time)
  const name = (options: Intl.DateTimeFormatOptions) => format(at, language, options)
  const number = String(at.getUTCDate())
  const sayings = [name({ weekday: 'long' }), name({ month: 'long' }), number]
  const before = recordedOn === undefined ? null : (time - Date.parse(recordedOn)) / day
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (before !== null && Math.abs(before) <= 2) sayings.push(relative.format(before, 'day'))
  if (before === 0) sayings.push('tonight', 'this afternoon', 'this morning')
  if (before === 1) sayings.push('tomorrow', 'mañana', 'morgen', 'demain')
  return sayings.map((saying) => saying.toLowerCase())
}

function format(at: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const locale = Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en'
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(at)
}
