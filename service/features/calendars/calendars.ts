import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { seal, unseal } from '../../core/secrets.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { requireOpenTarget } from '../../core/open-target.ts'
import { boundsOf, CalendarFailure, keepEvents, nameOf, readCalendar } from './keep-events.ts'
import type { Calendar, CalendarChange, NewCalendar } from './schema.ts'
import {
  countCalendars,
  deleteCalendar,
  insertCalendar,
  selectCalendar,
  selectCalendars,
  selectSealed,
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

/**
 * Adds a calendar, and names recordings by it. That of an address is read at once, in the background; of a file no more
 * than the events is kept.
 */
export function addCalendar(
  deps: AddDeps,
  caller: Caller,
  { name, url, ics }: NewCalendar,
): Promise<Calendar> {
  requireMachineAdmin(caller)
  if (url !== undefined && ics === undefined) return addAddress(deps, caller, { name, url })
  if (ics !== undefined && url === undefined) return addFile(deps, caller, { name, ics })
  throw errors.invalid(
    'url',
    'required',
    'A calendar has an address (url) or the text of a file (ics).',
  )
}

type AddDeps = Pick<Deps, 'db' | 'clock' | 'keys' | 'config' | 'signals'>
type Named = { name: string | undefined }

async function addFile(
  deps: AddDeps,
  caller: Caller,
  { name, ics }: Named & { ics: string },
): Promise<Calendar> {
  const bounds = await boundsOf(deps, caller.organizationId, 'file')
  const calendar = await readCalendar(new TextEncoder().encode(ics), bounds).catch(asInvalid)
  return deps.db.transaction(async (tx) => {
    const row = { name: name ?? nameOf(calendar.name), read_at: deps.clock.now() }
    const id = await insertNew(deps, tx, caller, row)
    await keepEvents(tx, { id, organization_id: caller.organizationId }, calendar.events)
    return toCalendar(await requireCalendar(tx, caller, id))
  })
}

async function addAddress(
  { keys, ...deps }: AddDeps,
  caller: Caller,
  { name, url: given }: Named & { url: string },
): Promise<Calendar> {
  const url = given.trim().replace(/^webcals?:/i, 'https:')
  await requireOpenTarget(deps.config, url)
  return deps.db.transaction(async (tx) => {
    const known = await selectSealed(tx, caller.organizationId)
    if (known.some(({ url_sealed: sealed }) => isSealedUrl(keys.calendar, sealed, url))) {
      throw errors.invalid('url', 'known', 'A calendar has this address already.')
    }
    const { host } = new URL(url)
    const id = await insertNew(deps, tx, caller, {
      ...{ name: name ?? host, host, url_sealed: seal(keys.calendar, url) },
      next_read_at: deps.clock.now(),
    })
    afterCommit(tx, () => deps.signals.emit('calendars.due'))
    return toCalendar(await requireCalendar(tx, caller, id))
  })
}

/** One that was sealed by the key of another installation is no address to compare with. */
function isSealedUrl(key: Buffer, sealed: string, url: string): boolean {
  try {
    return unseal(key, sealed) === url
  } catch {
    return false
  }
}

async function insertNew(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { organizationId }: Caller,
  row: Omit<
    Parameters<typeof insertCalendar>[1],
    'id' | 'organization_id' | 'created_at' | 'updated_at'
  >,
): Promise<string> {
  if ((await countCalendars(tx, organizationId)) >= mostCalendars) {
    throw errors.invalid('calendars', 'too_many', `At most ${mostCalendars} calendars are kept.`)
  }
  const [id, now] = [newId('cal'), clock.now()]
  await insertCalendar(tx, {
    ...{ id, organization_id: organizationId, created_at: now, updated_at: now },
    ...row,
  })
  return id
}

const asInvalid = (error: unknown): never => {
  throw error instanceof CalendarFailure ? errors.invalid('ics', error.code, error.message) : error
}

/** Reads the address now; the calendar of a file is answered as it is. */
export function refreshCalendar(
  { db, clock, signals }: Pick<Deps, 'db' | 'clock' | 'signals'>,
  caller: Caller,
  id: string,
): Promise<Calendar> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    const row = await requireCalendar(tx, caller, id)
    if (row.url_sealed !== null) {
      await updateCalendar(tx, id, { next_read_at: clock.now() })
      afterCommit(tx, () => signals.emit('calendars.due'))
    }
    return toCalendar(row)
  })
}

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
