// The day that people mean by "on Friday", told from the day on which they said it.
import { day, toDay } from '../../core/time.ts'

const isoDate = /(?<!\d)(\d{4}-\d{2}-\d{2})(?!\d)/u
const mostDays = 31
const mostWeeks = 8
const mostMonths = 6

/**
 * The day as 2026-11-27, or null where the words do not name one for certain.
 * @param languages those that the words may be in, the likeliest first
 */
export function dueOn(words: string, saidOn: Date, languages: readonly string[]): string | null {
  const written = isoDate.exec(words)?.[1]
  if (written !== undefined) return Number.isNaN(Date.parse(written)) ? null : written
  const today = Math.floor(saidOn.getTime() / day)
  for (const language of languages) {
    const found = dayIn(` ${plain(words)} `, today, localeOf(language))
    if (found !== null) return toDay(new Date(found * day))
  }
  return null
}

const localeOf = (language: string): string =>
  Intl.DateTimeFormat.supportedLocalesOf([language.replaceAll('_', '-')])[0] ?? 'en'

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Days are counted from 1 January 1970, which was a Thursday. */
function dayIn(words: string, today: number, locale: string): number | null {
  const says = (phrase: string): boolean => words.includes(` ${plain(phrase)} `)
  const ahead = Array.from({ length: 366 }, (_, at) => today + at)
  // Most texts name no month: they need not be compared with every day of a year.
  const hasMonth = monthWords(locale).some(says)
  const named = hasMonth ? ahead.find((one) => namesOf(one, locale).some(says)) : undefined
  if (named !== undefined) return named
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const within = (unit: 'day' | 'week' | 'month', most: number): number | undefined =>
    Array.from({ length: most }, (_, at) => at).find((at) => says(relative.format(at, unit)))
  const days = within('day', mostDays)
  if (days !== undefined) return today + days
  const weekday = ahead.slice(1, 8).find((one) => says(formatDay(one, locale, { weekday: 'long' })))
  const weeks = within('week', mostWeeks)
  // Choice: who says a week or a month has until its end; with a weekday it is that day of the week.
  if (weeks !== undefined) {
    const monday = today - weekdayOf(today) + 7 * weeks
    return monday + (weekday === undefined ? 6 : weekdayOf(weekday))
  }
  const months = within('month', mostMonths)
  if (months !== undefined) return endOfMonth(today, months)
  return weekday ?? null
}

/** Of a day with its month: the orders in which people say them. */
function namesOf(one: number, locale: string): string[] {
  const month = formatDay(one, locale, { month: 'long' })
  const number = String(new Date(one * day).getUTCDate())
  const whole = formatDay(one, locale, { month: 'long', day: 'numeric' })
  return [whole, `${month} ${number}`, `${number} ${month}`, `${month} ${number}${ending(number)}`]
}

const monthsOf = new Map<string, string[]>()

/** The names of the months, as they are called alone and in a date. */
function monthWords(locale: string): string[] {
  const known = monthsOf.get(locale)
  if (known) return known
  const dates = Array.from({ length: 12 }, (_, at) => Math.floor(Date.UTC(2026, at, 1) / day))
  const words = dates.flatMap((one) => [
    formatDay(one, locale, { month: 'long' }),
    ...plain(formatDay(one, locale, { month: 'long', day: 'numeric' })).split(' '),
  ])
  const names = [...new Set(words.filter((word) => /\p{L}{3}/u.test(word)))]
  monthsOf.set(locale, names)
  return names
}

function ending(number: string): string {
  if (/^1[123]$/u.test(number)) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[number.at(-1) ?? ''] ?? 'th'
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatDay(one: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale} ${Object.keys(options).join(' ')}`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(new Date(one * day))
}

/** 0 is a Monday. */
const weekdayOf = (one: number): number => (one + 3) % 7

function endOfMonth(today: number, months: number): number {
  const at = new Date(today * day)
  return Math.floor(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0) / day)
}
