import { i18n } from '../i18n/i18n.ts'

/** Formats seconds as a clock: 75.4 → "1:15", 3725 → "1:02:05". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3_600)
  const minutes = Math.floor((whole % 3_600) / 60)
  const rest = twoDigits(whole % 60)
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`
}

/** 5 → "05" */
export const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** Formats seconds as a length: "11 s", "4 min 05 s", "1 h 02 min". */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return i18n.t('parts:length.seconds', { seconds: whole })
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) {
    return i18n.t('parts:length.minutes', { minutes, seconds: twoDigits(whole % 60) })
  }
  const hours = Math.floor(minutes / 60)
  return i18n.t('parts:length.hours', { hours, minutes: twoDigits(minutes % 60) })
}

/** Formats remaining seconds, rounded as roughly as they are known: "about 4 minutes left". */
export function formatRemaining(seconds: number): string {
  if (seconds < 20) return i18n.t('parts:left.soon')
  if (seconds < 50) return i18n.t('parts:left.aMinute')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return i18n.t('parts:left.minutes', { count: minutes })
  return i18n.t('parts:left.hours', { count: Math.round(seconds / 1_800) / 2 })
}

const units = ['kB', 'MB', 'GB', 'TB']

/** Decimal units, as file managers show them: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return i18n.t('parts:bytes', { count: bytes })
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1_000 ** step
  return `${formatNumber(value, value < 100 ? 1 : 0)} ${units[step - 1]}`
}

/** A number with this many decimal places, none by default. */
export const formatNumber = (value: number, digits = 0): string =>
  number(locale(), digits).format(value)

/** A fraction as a percentage: 0.25 → "25%". */
export const formatPercent = (share: number): string => percent(locale()).format(share)

export const formatDateTime = (iso: string): string => dateTime(locale()).format(new Date(iso))

export const formatDate = (iso: string): string => dateOnly(locale()).format(new Date(iso))

/** From a day to another, both in it: "Oct 28 – Nov 26, 2026". */
export const formatDays = (from: string, to: string): string =>
  dateOnly(locale()).formatRange(new Date(from), new Date(to))

/** A day of whoever looks, as inputs and addresses have it: "2026-11-26". */
export function calendarDay(time: Date): string {
  const [month, date] = [time.getMonth() + 1, time.getDate()].map(twoDigits)
  return `${time.getFullYear()}-${month}-${date}`
}

export const formatDay = (iso: string): string => dayOnly(locale()).format(new Date(iso))

export const formatTime = (iso: string): string => timeOnly(locale()).format(new Date(iso))

/** A moment as people name it: "November 26 at 2:05 PM"; of another year with that year. */
export const formatMoment = (at: Date): string =>
  (at.getFullYear() === new Date().getFullYear() ? moment : momentOfYear)(locale()).format(at)

/** The day as people name it: "today", "yesterday", "Wednesday, Nov 18". */
export function formatDayName(iso: string, now: Date): string {
  const day = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate())
  const days = Math.round((day(new Date(iso)).getTime() - day(now).getTime()) / dayMs)
  const isNear = days === 0 || days === -1
  return isNear ? relative(locale()).format(days, 'day') : weekday(locale()).format(new Date(iso))
}

const dayMs = 86_400_000

/** When something came in, as short as it is clear: "2:05 PM" today, "Nov 18", "Nov 18, 2025". */
export function formatWhen(iso: string, now: Date): string {
  const at = new Date(iso)
  if (at.toDateString() === now.toDateString()) return formatTime(iso)
  return at.getFullYear() === now.getFullYear() ? formatDay(iso) : formatDate(iso)
}

/** How long ago, as roughly as people say it: "3 hours ago", "yesterday". */
export function formatAge(iso: string, now: Date): string {
  const minutes = Math.max(1, Math.round((now.getTime() - Date.parse(iso)) / 60_000))
  const words = relative(locale())
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.round(hours / 24), 'day')
}

/** The page's language with the system's region if known: en → en-GB. */
export function locale(): string {
  const language = i18n.language || 'en'
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language
}

// Creating a formatter costs far more than using it, and a long list uses one for every row.
const kept = <T, Rest extends unknown[]>(make: (locale: string, ...rest: Rest) => T) => {
  const made = new Map<string, T>()
  return (tag: string, ...rest: Rest): T => {
    const key = [tag, ...rest].join(' ')
    const known = made.get(key) ?? make(tag, ...rest)
    made.set(key, known)
    return known
  }
}

const dateTime = kept(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }),
)
const dateOnly = kept((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'medium' }))
const timeOnly = kept((tag) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }))
const moment = kept(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      ...{ day: 'numeric', month: 'long' },
      ...{ hour: 'numeric', minute: '2-digit' },
    }),
)
const momentOfYear = kept(
  (tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' }),
)
const weekday = kept(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: 'long', month: 'short', day: 'numeric' }),
)
const dayOnly = kept((tag) => new Intl.DateTimeFormat(tag, { month: 'short', day: 'numeric' }))
const relative = kept((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
const percent = kept((tag) => new Intl.NumberFormat(tag, { style: 'percent' }))
const number = kept(
  (tag, digits: number) =>
    new Intl.NumberFormat(tag, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
)
