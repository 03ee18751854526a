import { i18n } from '../i18n/i18n.ts'
import { calendarDay, formatDate, formatMoment, twoDigits } from './format.ts'

/** `Recording 2026-11-26 14.05`, with the day and time on this machine; the service knows of some files the day alone. */
const untitled = /^Recording (\d{4}-\d\d-\d\d)(?: (\d\d)\.(\d\d))?$/

/**
 * What a recording is called on the page, wherever one is named: its title; for one of the recorder's or another
 * program's that nobody has named, when it began. Never its file's name.
 */
export function shownName({ title }: { title: string }): string {
  const [, day, hours, minutes] = untitled.exec(title) ?? []
  if (day === undefined) return title
  if (hours === undefined) return i18n.t('parts:recordingOf', { time: formatDate(`${day}T12:00`) })
  return nameByTime(new Date(`${day}T${hours}:${minutes}:00`))
}

/** What a recording that began then is called until somebody or its content names it. */
export const nameByTime = (begun: Date): string =>
  i18n.t('parts:recordingOf', { time: formatMoment(begun) })

/** The name of such a recording's file, without its ending. The same in every language, so that it is known again. */
export function untitledName(begun: Date): string {
  const [hours, minutes] = [begun.getHours(), begun.getMinutes()].map(twoDigits)
  return `Recording ${calendarDay(begun)} ${hours}.${minutes}`
}
