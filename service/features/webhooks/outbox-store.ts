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
    const own = raw<string>`ANY(${[...projectIds]})`
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

/** The ids of an endpoint's attempts that are under way. */
export async function selectUnderWay(sql: Sql, webhookId: string): Promise<Set<string>> {
  const rows = await sql
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'in_flight')
    .execute()
  return new Set(rows.map(({ id }) => id))
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

/** Open deliveries, each with its endpoint. */
const waiting = (sql: Sql) =>
  sql
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .where('deliveries.status', 'in', ['pending', 'retrying'])
    // A test goes to an inactive endpoint as well (api-choices.md 5).
    .where((by) =>
      by.or([by('webhooks.is_active', '=', true), by('deliveries.trigger', '=', 'test')]),
    )

export type DueDelivery = Awaited<ReturnType<typeof selectDue>>[number]

/**
 * Due deliveries, at most `perEndpoint` of each endpoint: the first of every endpoint come first, so
 * that one with a long backlog holds up no other.
 */
export function selectDue(sql: Sql, now: Date, perEndpoint: number) {
  const due = waiting(sql)
    .where('next_attempt_at', '<=', now)
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.event_id',
      'deliveries.event',
      'deliveries.project_id',
      'deliveries.payload',
      'deliveries.attempt_count',
      'deliveries.traceparent',
      'deliveries.next_attempt_at',
      'webhooks.url',
      'webhooks.organization_id',
      'webhooks.project_ids',
      'webhooks.include_result',
      'webhooks.secret_sealed',
      'webhooks.previous_secret_sealed',
      'webhooks.previous_secret_expires_at',
      'webhooks.consecutive_failures',
      'webhooks.last_success_at',
      raw<number>`row_number() OVER (
        PARTITION BY deliveries.webhook_id ORDER BY next_attempt_at, deliveries.id
      )`.as('turn'),
    ])
  return sql
    .selectFrom(due.as('due'))
    .selectAll()
    .where('turn', '<=', perEndpoint)
    .orderBy('turn')
    .orderBy('next_attempt_at')
    .orderBy('id')
    .execute()
}

/** When the next delivery that is not due yet will be. */
export async function selectNextDue(sql: Sql, now: Date): Promise<Date | null> {
  const row = await waiting(sql)
    .where('next_attempt_at', '>', now)
    .select('next_attempt_at')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}

export async function markInFlight(sql: Sql, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql
    .updateTable('deliveries')
    .set({ status: 'in_flight', next_attempt_at: null })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Attempts that a stop or a crash cut short are due again, and are not counted (api-choices.md 6).
 */
export async function returnAllInFlight(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set({ status: 'pending', next_attempt_at: now })
    .where('status', '=', 'in_flight')
    .execute()
}

export async function returnInFlight(sql: Sql, id: string, nextAttemptAt: Date): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set({ status: 'pending', next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('status', '=', 'in_flight')
    .execute()
}
