// Reads the addresses of calendars again and again while the service runs.
import type { Selectable } from 'kysely'
import { parseRanges, systemResolve, type Resolve } from '../../core/host-check.ts'
import { unseal } from '../../core/secrets.ts'
import { day, hour, minute, plusMs } from '../../core/time.ts'
import { createWorkLoop } from '../../core/work-loop.ts'
import type { Calendars } from '../../db/tables.ts'
import type { Leads } from '../../db/leadership.ts'
import type { Deps } from '../../deps.ts'
import { fetchCalendar } from './fetch-calendar.ts'
import { boundsOf, CalendarFailure, keepEvents, nameOf, readCalendar } from './keep-events.ts'
import { selectCalendar, selectDue, selectNextRead, updateCalendar } from './store.ts'

/** Choices: as often as calendars' own programs ask; after failures ever more rarely. */
const everyMs = 30 * minute
const [firstRetryMs, longestRetryMs] = [5 * minute, 6 * hour]
const atOnce = 2

type Row = Selectable<Calendars>
type ReaderDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'config' | 'signals' | 'log' | 'version'>
export type CalendarReader = { idle: () => Promise<void>; stop: () => Promise<void> }

type ReaderOptions = { authorities: readonly string[]; leads: Leads; resolve?: Resolve }

export function startReadingCalendars(
  deps: ReaderDeps,
  { authorities, leads, resolve = systemResolve }: ReaderOptions,
): CalendarReader {
  const { db, clock, log, signals } = deps
  const allow = parseRanges(deps.config.webhookAllow)
  const loop = createWorkLoop<Row>({
    clock,
    log,
    name: 'calendars',
    look: async (running, begin) => {
      if (!leads()) return null
      const busy = new Set(running().map(({ id }) => id))
      const due = (await selectDue(db.sql, clock.now())).filter(({ id }) => !busy.has(id))
      for (const row of due.slice(0, atOnce - busy.size)) begin(row)
      return selectNextRead(db.sql, clock.now())
    },
    run: async (row, signal) => {
      try {
        await readOne(deps, row, {
          allow,
          resolve,
          authorities,
          signal,
          leads,
          version: deps.version,
        })
      } catch (error) {
        if (signal.aborted || !leads()) return
        await tellFailure(deps, row, error).catch((err: unknown) =>
          log.error({ err }, 'the state of a calendar was not kept'),
        )
      }
    },
  })
  const endSignals = signals.on('calendars.due', loop.wake)
  loop.start()
  return {
    idle: loop.idle,
    stop: async () => {
      endSignals()
      await loop.stop()
    },
  }
}

async function readOne(
  deps: ReaderDeps,
  row: Row,
  options: Parameters<typeof fetchCalendar>[2] & { leads: Leads },
): Promise<void> {
  const { db, clock } = deps
  // Once a day it is read whole, though it is unchanged: what is ahead of now is more then.
  const isKnown = row.read_at !== null && isSameDay(row.read_at, clock.now())
  const known = isKnown ? row : null
  const { bytes, ...validators } = await fetchCalendar(addressOf(deps, row), known, options)
  const calendar = bytes
    ? await readCalendar(
        bytes,
        await boundsOf(deps, row.organization_id, 'address'),
        options.signal,
      )
    : null
  if (!options.leads()) return
  await db.transaction(async (tx) => {
    const now = clock.now()
    // It may have been removed meanwhile, or called otherwise.
    const current = await selectCalendar(tx, row.id)
    if (!current) return
    const isNameless = row.read_at === null && current.name === row.host
    await updateCalendar(tx, row.id, {
      ...(calendar && validators),
      ...(isNameless && calendar?.name && { name: nameOf(calendar.name) }),
      ...{ error_code: null, error_message: null, failures: 0 },
      ...{ read_at: now, next_read_at: plusMs(now, everyMs) },
    })
    if (calendar) await keepEvents(tx, row, calendar.events)
  })
}

const isSameDay = (a: Date, b: Date): boolean =>
  Math.floor(a.getTime() / day) === Math.floor(b.getTime() / day)

function addressOf({ keys }: ReaderDeps, row: Row): string {
  try {
    return unseal(keys.calendar, row.url_sealed ?? '')
  } catch {
    const text = 'The address can no longer be read; add the calendar again.'
    throw new CalendarFailure('secret_unreadable', text)
  }
}

async function tellFailure(
  { db, clock, log }: ReaderDeps,
  row: Row,
  error: unknown,
): Promise<void> {
  const isKnown = error instanceof CalendarFailure
  if (!isKnown) log.error({ err: error, calendar_id: row.id }, 'a calendar was not read')
  const waitMs = Math.min(firstRetryMs * 2 ** row.failures, longestRetryMs)
  await updateCalendar(db.sql, row.id, {
    error_code: isKnown ? error.code : 'internal_error',
    error_message: isKnown ? error.message : 'Something went wrong; the log says what it was.',
    failures: row.failures + 1,
    next_read_at: plusMs(clock.now(), waitMs),
  })
}
