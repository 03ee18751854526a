// Reads a calendar and keeps of it what names recordings.
import { runOnThread, ThreadFailure } from '../../core/bounded-thread.ts'
import { newId } from '../../core/ids.ts'
import { day, plusMs, second } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { ThreadAnswer } from './calendar-thread.ts'
import { matchEvent } from './match.ts'
import type { CalendarBounds, ReadCalendar, ReadEvent } from './parse-calendar.ts'
import { deleteEventsBefore, replaceEvents, selectAddresses, selectRecorded } from './store.ts'

/** The largest takes a few seconds. */
const deadlineMs = 20 * second
const heapMegabytes = 512

/** Choices: how long before now and after it; a file is not read again, so that it tells more. */
const keptMs = 30 * day
const aheadMs = { address: 14 * day, file: 366 * day }

/** Why a calendar was not read, in words that tell nothing of its address. */
export class CalendarFailure extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'CalendarFailure'
    this.code = code
  }
}

/** As a calendar calls itself. */
export const nameOf = (name: string | null): string =>
  name?.replaceAll(/\s+/g, ' ').slice(0, 100).trim() || 'Calendar'

/** Around which time a calendar is read, and whose it may be. */
export async function boundsOf(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: string,
  source: keyof typeof aheadMs,
): Promise<CalendarBounds> {
  const now = clock.now()
  return {
    from: plusMs(now, -keptMs),
    to: plusMs(now, aheadMs[source]),
    own: await selectAddresses(db.sql, organizationId),
  }
}

/** On a thread, because others write into a calendar. Throws CalendarFailure, which says what is wrong. */
export async function readCalendar(
  bytes: Uint8Array,
  bounds: CalendarBounds,
  signal = new AbortController().signal,
): Promise<ReadCalendar> {
  const script = new URL('./calendar-thread.ts', import.meta.url)
  const input = { bytes, bounds }
  const options = { script, input, deadlineMs, heapMegabytes, signal }
  const answer = await runOnThread<ThreadAnswer>(options).catch((error: unknown) => {
    if (!(error instanceof ThreadFailure) || error.cause === 'aborted') throw error
    throw new CalendarFailure('calendar_unreadable', 'The calendar takes too long to read.')
  })
  if ('message' in answer) throw new CalendarFailure('calendar_unreadable', answer.message)
  return answer.calendar
}

/** Puts what was read in place of what is kept of a calendar, and names recordings of that time. */
export async function keepEvents(
  tx: Tx,
  calendar: { id: string; organization_id: string },
  events: readonly ReadEvent[],
): Promise<void> {
  const rows = events.map(({ uid, startsAt, endsAt, title, people, isMeeting }) => ({
    ...{ id: newId('cev'), calendar_id: calendar.id, uid: uid.slice(0, 1_000) },
    ...{ starts_at: startsAt, ends_at: endsAt, title, is_meeting: isMeeting },
    people: JSON.stringify(people),
  }))
  const unique = new Map(rows.map((row) => [`${row.uid} ${row.starts_at.getTime()}`, row]))
  await replaceEvents(tx, calendar.id, [...unique.values()])
  const times = rows.map(({ starts_at }) => starts_at.getTime())
  if (times.length === 0) return
  const from = new Date(times.reduce((a, b) => Math.min(a, b)) - day)
  const to = new Date(times.reduce((a, b) => Math.max(a, b)) + day)
  const recorded = await selectRecorded(tx, calendar.organization_id, { from, to })
  for (const contentId of recorded) await matchEvent(tx, contentId)
}

/** Forgets what is long over. */
export const pruneEvents = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteEventsBefore(db.sql, plusMs(clock.now(), -keptMs))
