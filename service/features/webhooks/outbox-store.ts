import { sql as raw, type SqlBool } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import { hasNoProcess } from '../../db/process-lease.ts'
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

/** One start of an attempt; a later one of the same delivery has another `run`. */
export type AttemptToken = Pick<DeliveryRow, 'id' | 'run'>

/** The attempts that a process has under way. */
export const selectOwnAttempts = (sql: Sql, worker: string): Promise<AttemptToken[]> =>
  sql
    .selectFrom('deliveries')
    .select(['id', 'run'])
    .where('status', '=', 'in_flight')
    .where('worker', '=', worker)
    .execute()

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
export async function insertDeliveries(sql: Sql, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return
  // As one value: with one for each field of each row, writing the statement takes longer than doing it.
  await raw`
    INSERT ${plannedOnce} INTO deliveries (id, webhook_id, event_id, event, project_id, payload, status, trigger, max_attempts,
      next_attempt_at, created_at, traceparent, content_id, position)
    SELECT id, webhook_id, event_id, event, project_id, payload, status, trigger, max_attempts,
      next_attempt_at, created_at, traceparent, content_id, position
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS made (
      id text, webhook_id text, event_id text, event text, project_id text, payload text, status text, trigger text,
      max_attempts integer, next_attempt_at timestamptz, created_at timestamptz, traceparent text,
      content_id text, position bigint
    )
    ON CONFLICT DO NOTHING`.execute(sql)
}

type NewDelivery = Pick<
  Insertable<Deliveries>,
  | 'id'
  | 'webhook_id'
  | 'event_id'
  | 'event'
  | 'project_id'
  | 'payload'
  | 'status'
  | 'trigger'
  | 'max_attempts'
  | 'next_attempt_at'
  | 'created_at'
  | 'traceparent'
  | 'content_id'
  | 'position'
>

export const insertDelivery = (sql: Sql, row: Insertable<Deliveries>): Promise<DeliveryRow> =>
  sql.insertInto('deliveries').values(row).returningAll().executeTakeFirstOrThrow()

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

/** Of each endpoint, so that no transaction takes long. */
const deletedAtOnce = 1_000

/**
 * Deletes the oldest deliveries of before a time, not all at once; false where there were none. Endpoint by endpoint, by
 * the index that lists them: one by age alone would be written with every delivery.
 */
export async function deleteDeliveriesBefore(sql: Sql, time: Date): Promise<boolean> {
  const { rows } = await raw`
    DELETE FROM deliveries WHERE id = ANY(ARRAY(
      SELECT old.id FROM webhooks, LATERAL (
        SELECT id FROM deliveries WHERE webhook_id = webhooks.id AND created_at < ${time}
        ORDER BY created_at, id LIMIT ${deletedAtOnce}::integer
      ) old
    )) RETURNING id`.execute(sql)
  return rows.length > 0
}

const isUnderWay = raw<SqlBool>`status = 'in_flight'`
const waitsAgain = (now: Date) => ({ status: 'pending', next_attempt_at: now }) as const

/**
 * Attempts of processes that are gone are due again, and are not counted (api-choices.md 6).
 */
export async function returnOrphans(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set(waitsAgain(now))
    .where(isUnderWay)
    .where(hasNoProcess('deliveries.worker'))
    .execute()
}

/** The same with those that this process is said to make, but for those that it does make. */
export async function returnOwn(
  sql: Sql,
  worker: string,
  { now, but = [] }: { now: Date; but?: readonly string[] },
): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set(waitsAgain(now))
    .where(isUnderWay)
    .where('worker', '=', worker)
    .where(raw<SqlBool>`id <> ALL(${[...but]}::text[])`)
    .execute()
}

/** @param run the attempt that ends so; left out, whichever is under way */
export async function returnInFlight(
  sql: Sql,
  { id, run }: { id: string; run?: number },
  nextAttemptAt: Date,
): Promise<void> {
  let query = sql
    .updateTable('deliveries')
    .set(waitsAgain(nextAttemptAt))
    .where('id', '=', id)
    .where(isUnderWay)
  if (run !== undefined) query = query.where('run', '=', run)
  await query.execute()
}
