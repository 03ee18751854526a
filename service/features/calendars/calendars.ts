import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { boundsOf, keepEvents, readCalendar } from './keep-events.ts'
import type { Calendar, CalendarChange, NewCalendar } from './schema.ts'
import {
  countCalendars,
  deleteCalendar,
  insertCalendar,
  selectCalendar,
  selectCalendars,
  updateCalendar,
  type CalendarRow,
} from './store.ts'

const mostCalendars = 20

/** Newest first. What is in a person's calendar is told to admins alone. */
export async function listCalendars(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  requireMachineAdmin(caller)
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectCalendars(db.sql, caller.organizationId, request)
  return { items: items.map(toCalendar), nextCursor }
}

/** Adds the calendar of a file, and names recordings by it. Of the file no more than the events is kept. */
export async function addCalendar(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { name, ics }: NewCalendar,
): Promise<Calendar> {
  requireMachineAdmin(caller)
  const { organizationId } = caller
  const bounds = await boundsOf(deps, organizationId, 'file')
  const calendar = await readCalendar(new TextEncoder().encode(ics), bounds).catch(asInvalid)
  return deps.db.transaction(async (tx) => {
    if ((await countCalendars(tx, organizationId)) >= mostCalendars) {
      throw errors.invalid('calendars', 'too_many', `At most ${mostCalendars} calendars are kept.`)
    }
    const [id, now] = [newId('cal'), deps.clock.now()]
    await insertCalendar(tx, {
      ...{ id, organization_id: organizationId, created_at: now, updated_at: now, read_at: now },
      name: name ?? nameOf(calendar.name),
    })
    await keepEvents(tx, { id, organization_id: organizationId }, calendar.events)
    return toCalendar(await requireCalendar(tx, caller, id))
  })
}

const asInvalid = (error: unknown): never => {
  throw error instanceof Error && 'reason' in error
    ? errors.invalid('ics', 'calendar_unreadable', error.message)
    : error
}

/** As a calendar calls itself; many call themselves by the address of whose they are. */
const nameOf = (name: string | null): string =>
  name?.replaceAll(/\s+/g, ' ').slice(0, 100) || 'Calendar'

export function changeCalendar(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  change: CalendarChange,
): Promise<Calendar> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireCalendar(tx, caller, id)
    await updateCalendar(tx, id, { ...change, updated_at: clock.now() })
    return toCalendar(await requireCalendar(tx, caller, id))
  })
}

/** Its events go with it; what recordings are called stays. */
export function removeCalendar(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: true }> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireCalendar(tx, caller, id)
    await deleteCalendar(tx, id)
    return { id, deleted: true as const }
  })
}

async function requireCalendar(sql: Sql, caller: Caller, id: string): Promise<CalendarRow> {
  const row = await selectCalendar(sql, id)
  if (row?.organization_id !== caller.organizationId) throw errors.notFound('calendar')
  return row
}

const toCalendar = (row: CalendarRow): Calendar => ({
  id: row.id,
  name: row.name,
  source: row.url_sealed === null ? 'file' : 'address',
  host: row.host,
  is_reminding: row.is_reminding,
  event_count: Number(row.event_count ?? 0),
  error:
    row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
  read_at: toIsoOrNull(row.read_at),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
