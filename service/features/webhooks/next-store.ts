import { sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Webhooks } from '../../db/tables.ts'
import type { DeliveryRow } from './outbox-store.ts'

// Chooses the deliveries that are attempted next.

/** Those that are tried some time, of endpoints that are switched on; a test goes to any (api-choices.md 5). */
const isWaiting = raw<SqlBool>`deliveries.status IN ('pending', 'retrying')
  AND (webhooks.is_active OR deliveries.trigger = 'test')`

export type DueDelivery = Pick<
  DeliveryRow,
  | 'id'
  | 'webhook_id'
  | 'event_id'
  | 'event'
  | 'project_id'
  | 'payload'
  | 'run'
  | 'traceparent'
  | 'attempt_count'
  | 'next_attempt_at'
> &
  Pick<
    Selectable<Webhooks>,
    | 'url'
    | 'organization_id'
    | 'project_ids'
    | 'include_result'
    | 'secret_sealed'
    | 'previous_secret_sealed'
    | 'previous_secret_expires_at'
    | 'consecutive_failures'
    | 'last_success_at'
  >

/**
 * Due deliveries, as many of each endpoint as may join those under way there, whoever makes them: the first
 * of every endpoint come first, so that one with a long backlog holds up no other. One about a
 * recording waits while an earlier one about it is open. It goes from one endpoint to the next by the index, so that
 * neither a backlog nor endpoints without work cost anything.
 */
export async function selectDue(tx: Sql, now: Date, perEndpoint: number): Promise<DueDelivery[]> {
  const { rows } = await raw<DueDelivery>`
    WITH RECURSIVE endpoints AS (
      (SELECT webhook_id FROM deliveries WHERE status IN ('pending', 'retrying') ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT webhook_id FROM deliveries
        WHERE status IN ('pending', 'retrying') AND webhook_id > endpoints.webhook_id
        ORDER BY webhook_id LIMIT 1
      ) FROM endpoints WHERE webhook_id IS NOT NULL
    )
    SELECT due.id, due.webhook_id, due.event_id, due.event, due.project_id, due.payload, due.run,
      due.traceparent, due.attempt_count, due.next_attempt_at,
      webhooks.url, webhooks.organization_id, webhooks.project_ids, webhooks.include_result,
      webhooks.secret_sealed, webhooks.previous_secret_sealed, webhooks.previous_secret_expires_at,
      webhooks.consecutive_failures, webhooks.last_success_at
    FROM endpoints JOIN webhooks ON webhooks.id = endpoints.webhook_id, LATERAL (
      SELECT picked.*, row_number() OVER (ORDER BY next_attempt_at, picked.id) AS turn FROM (
        SELECT deliveries.* FROM deliveries
        WHERE webhook_id = webhooks.id AND next_attempt_at <= ${now}::timestamptz AND ${isWaiting}
          AND NOT EXISTS (
            SELECT FROM deliveries earlier
            WHERE earlier.webhook_id = deliveries.webhook_id AND earlier.content_id = deliveries.content_id
              AND earlier.position < deliveries.position
              AND earlier.status IN ('pending', 'in_flight', 'retrying')
          )
        ORDER BY next_attempt_at, deliveries.id
        LIMIT greatest(0, ${perEndpoint}::integer - (
          SELECT count(*) FROM deliveries under_way
          WHERE under_way.webhook_id = webhooks.id AND under_way.status = 'in_flight'
        ))
      ) picked
    ) due
    ORDER BY due.turn, due.next_attempt_at, due.id`.execute(tx)
  return rows
}

/** When the next delivery that is not due yet will be. */
export async function selectNextDue(sql: Sql, now: Date): Promise<Date | null> {
  const row = await sql
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .where(isWaiting)
    .where('next_attempt_at', '>', now)
    .select('next_attempt_at')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}

/** Until the end of the transaction nobody else chooses deliveries, or counts what is under way. */
export async function lockChoice(tx: Sql): Promise<void> {
  await raw`SELECT pg_advisory_xact_lock(hashtext('earshot.deliveries'))`.execute(tx)
}

/** Those that begin: what was cancelled since it was chosen does not. */
export async function markInFlight(
  tx: Sql,
  due: readonly DueDelivery[],
  worker: string,
): Promise<DueDelivery[]> {
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const begun = await tx
    .updateTable('deliveries')
    .set({ status: 'in_flight', next_attempt_at: null, worker, run: raw`run + 1` })
    .where('id', 'in', ids)
    .where('status', 'in', ['pending', 'retrying'])
    .returning(['id', 'run'])
    .execute()
  const runs = new Map(begun.map(({ id, run }) => [id, run]))
  return due.flatMap((row) => {
    const run = runs.get(row.id)
    return run === undefined ? [] : [{ ...row, run }]
  })
}
