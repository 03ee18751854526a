import { sql as raw } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Deliveries, DeliveryStatus } from '../../db/tables.ts'

export type DeliveryRow = Selectable<Deliveries>

const openStatuses = ['pending', 'in_flight', 'retrying'] as const

export type DeliveryFilters = {
  status?: DeliveryStatus | undefined
  event?: string | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
  /** What the key may see; null means everything. */
  projectIds: readonly string[] | null
}

export function selectDeliveries(
  sql: Sql,
  webhookId: string,
  filters: DeliveryFilters,
  page: PageRequest,
) {
  const { status, event, createdAfter: after, createdBefore: before, projectIds } = filters
  let query = sql.selectFrom('deliveries').selectAll().where('webhook_id', '=', webhookId)
  if (status) query = query.where('status', '=', status)
  if (event) query = query.where('event', '=', event)
  if (after) query = query.where('created_at', '>', after)
  if (before) query = query.where('created_at', '<', before)
  if (projectIds) {
    const own = raw<string>`any(${[...projectIds]})`
    query = query.where((by) => by.or([by('project_id', '=', own), by('trigger', '=', 'test')]))
  }
  return pageOf(query, page)
}

export const selectDelivery = (
  sql: Sql,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> =>
  sql
    .selectFrom('deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The attempt that is under way; undefined where it was cancelled or another has taken over. */
export const selectInFlight = (
  sql: Sql,
  id: string,
  attemptCount: number,
): Promise<DeliveryRow | undefined> =>
  sql
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'in_flight')
    .where('attempt_count', '=', attemptCount)
    .executeTakeFirst()

/** What an endpoint was sent for an event the first time, if that is still kept. */
export async function selectFirstPayload(
  sql: Sql,
  webhookId: string,
  eventId: string,
): Promise<string | undefined> {
  const row = await sql
    .selectFrom('deliveries')
    .select('payload')
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .where('payload', '!=', '')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.payload
}

/** Inserts what is not there yet: a fan-out that runs twice makes each delivery once. */
export async function insertDeliveries(sql: Sql, rows: Insertable<Deliveries>[]): Promise<void> {
  if (rows.length === 0) return
  await sql
    .insertInto('deliveries')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute()
}

export const insertDelivery = (sql: Sql, row: Insertable<Deliveries>): Promise<DeliveryRow> =>
  sql.insertInto('deliveries').values(row).returningAll().executeTakeFirstOrThrow()

export async function updateDelivery(
  sql: Sql,
  id: string,
  set: Updateable<Deliveries>,
): Promise<void> {
  await sql.updateTable('deliveries').set(set).where('id', '=', id).execute()
}

const cancelled = { status: 'cancelled', next_attempt_at: null } as const

/** Both give the ids of what they cancelled: the ones under way are to be broken off. */
export async function cancelDeliveries(sql: Sql, webhookId: string): Promise<Set<string>> {
  const rows = await sql
    .updateTable('deliveries')
    .set(cancelled)
    .where('webhook_id', '=', webhookId)
    .where('status', 'in', openStatuses)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function cancelDeliveriesOfProject(sql: Sql, projectId: string): Promise<Set<string>> {
  const rows = await sql
    .updateTable('deliveries')
    .set(cancelled)
    .where('project_id', '=', projectId)
    .where('status', 'in', openStatuses)
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Empties what was sent and answered, so that nothing of a removed project stays readable. */
export async function eraseDeliveriesOfProject(sql: Sql, projectId: string): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set({ payload: '', attempts: '[]' })
    .where('project_id', '=', projectId)
    .execute()
}

export async function deleteDeliveriesBefore(sql: Sql, time: Date): Promise<void> {
  await sql.deleteFrom('deliveries').where('created_at', '<', time).execute()
}
