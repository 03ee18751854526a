/** 75.4 → "1:15", 3725 → "1:02:05". Seconds in. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const hours = Math.floor(whole / 3_600)
  const minutes = Math.floor((whole % 3_600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Seconds as a length that reads well: "11 s", "4 min 05 s", "1 h 02 min". */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** Seconds of work that are left, as roughly as they are known: "about 4 minutes left". */
export function formatRemaining(seconds: number): string {
  if (seconds < 20) return 'a few seconds left'
  if (seconds < 50) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${countOf(minutes, 'minute')} left`
  const hours = Math.round(seconds / 1_800) / 2
  return `about ${hours.toLocaleString()} ${hours === 1 ? 'hour' : 'hours'} left`
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** Decimal units, as file managers show them: 1234567 → "1.2 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1_000 ** step
  const digits = step > 0 && value < 100 ? 1 : 0
  return `${value.toFixed(digits)} ${units[step]}`
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

export const formatDateTime = (iso: string): string => dateTime.format(new Date(iso))
const dayOnly = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })

export const formatDate = (iso: string): string => dateOnly.format(new Date(iso))

export const formatDay = (iso: string): string => dayOnly.format(new Date(iso))

export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count.toLocaleString()} ${count === 1 ? noun : plural}`
