import { sql as raw, type Selectable, type SqlBool } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Webhooks } from '../../db/tables.ts'
import type { DeliveryRow } from './outbox-store.ts'

// Chooses the deliveries that are attempted next.

/** Those that are tried some time, of endpoints that are switched on; a test goes to any (api-choices.md 5). */
const isWaiting = raw<SqlBool>`deliveries.status IN ('pending', 'retrying')
  AND (webhooks.is_active OR deliveries.trigger = 'test')`

/** What may begin, and how its endpoint has done of late. */
export type Candidate = Pick<DeliveryRow, 'id' | 'webhook_id'> &
  Pick<Selectable<Webhooks>, 'consecutive_failures' | 'last_success_at'>

/** Endpoints with deliveries that wait, from one to the next by the index. */
const endpoints = raw`endpoints AS (
      (SELECT webhook_id FROM deliveries WHERE status IN ('pending', 'retrying') ORDER BY webhook_id LIMIT 1)
      UNION ALL
      SELECT (
        SELECT webhook_id FROM deliveries
        WHERE status IN ('pending', 'retrying') AND webhook_id > endpoints.webhook_id
        ORDER BY webhook_id LIMIT 1
      ) FROM endpoints WHERE webhook_id IS NOT NULL
    )`

/** How many of one endpoint are begun at once: of one that has answered of late, and of any other. */
export type Depths = { proven: number; other: number }

/**
 * Due deliveries, as many of each endpoint as may join those under way there: the first of every endpoint come first, so
 * that one with a long backlog holds up no other. None of an endpoint where another process is at work: so few requests
 * are open there at once. One about a recording waits while an earlier one about it is open. Neither a backlog nor
 * endpoints without work cost anything: each look is for one endpoint or one recording by its index, also while PostgreSQL
 * takes those that wait for few, which it does for a while after they came. (NOT EXISTS would let it look differently.)
 */
export async function selectDue(
  tx: Sql,
  now: Date,
  { worker, depths }: { worker: string; depths: Depths },
): Promise<Candidate[]> {
  const { rows } = await raw<Candidate>`
    WITH RECURSIVE ${endpoints}
    SELECT due.id, webhooks.id AS webhook_id, webhooks.consecutive_failures, webhooks.last_success_at
    FROM endpoints JOIN webhooks ON webhooks.id = endpoints.webhook_id, LATERAL (
      SELECT picked.*, row_number() OVER (ORDER BY next_attempt_at, picked.id) AS turn FROM (
        SELECT deliveries.id, next_attempt_at FROM deliveries
        WHERE webhook_id = webhooks.id AND next_attempt_at <= ${now}::timestamptz AND ${isWaiting}
          AND (
            SELECT earlier.id FROM deliveries earlier
            WHERE earlier.webhook_id = deliveries.webhook_id AND earlier.content_id = deliveries.content_id
              AND earlier.position < deliveries.position
              AND earlier.status IN ('pending', 'in_flight', 'retrying')
            LIMIT 1
          ) IS NULL
        ORDER BY next_attempt_at, deliveries.id
        LIMIT (
          SELECT CASE WHEN bool_or(under_way.worker IS DISTINCT FROM ${worker}::text) THEN 0
            ELSE greatest(0, -count(*) + CASE
              WHEN webhooks.consecutive_failures = 0 AND webhooks.last_success_at IS NOT NULL
              THEN ${depths.proven}::integer ELSE ${depths.other}::integer END) END
          FROM deliveries under_way
          WHERE under_way.webhook_id = webhooks.id AND under_way.status = 'in_flight'
        )
      ) picked
    ) due
    ORDER BY due.turn, due.next_attempt_at, due.id`.execute(tx)
  return rows
}

/** When the next delivery that is not due yet will be. */
export async function selectNextDue(sql: Sql, now: Date): Promise<Date | null> {
  const { rows } = await raw<{ next: Date | null }>`
    WITH RECURSIVE ${endpoints}
    SELECT min(later.next_attempt_at) AS next
    FROM endpoints JOIN webhooks ON webhooks.id = endpoints.webhook_id, LATERAL (
      SELECT next_attempt_at FROM deliveries
      WHERE webhook_id = webhooks.id AND next_attempt_at > ${now}::timestamptz AND ${isWaiting}
      ORDER BY next_attempt_at LIMIT 1
    ) later`.execute(sql)
  return rows[0]?.next ?? null
}

/** Until the end of the transaction nobody else chooses deliveries, or counts what is under way. */
export async function lockChoice(tx: Sql): Promise<void> {
  await raw`SELECT pg_advisory_xact_lock(hashtext('earshot.deliveries'))`.execute(tx)
}

/** A delivery whose attempt has begun, with what its endpoint asked for then. */
export type DueDelivery = Pick<
  DeliveryRow,
  | 'id'
  | 'webhook_id'
  | 'event_id'
  | 'event'
  | 'project_id'
  | 'payload'
  | 'trigger'
  | 'run'
  | 'traceparent'
  | 'attempt_count'
  | 'max_attempts'
  | 'content_id'
  | 'position'
> & { due_at: Date | null } & Pick<
    Selectable<Webhooks>,
    | 'url'
    | 'organization_id'
    | 'project_ids'
    | 'include_result'
    | 'secret_sealed'
    | 'previous_secret_sealed'
    | 'previous_secret_expires_at'
  >

/** Those that begin, in the order of `ids`: what was cancelled since it was chosen does not. */
export async function markInFlight(
  tx: Sql,
  ids: readonly string[],
  worker: string,
): Promise<DueDelivery[]> {
  if (ids.length === 0) return []
  const { rows } = await raw<DueDelivery>`
    UPDATE deliveries SET status = 'in_flight', next_attempt_at = NULL, worker = ${worker}, run = deliveries.run + 1
    FROM deliveries before
      JOIN webhooks ON webhooks.id = before.webhook_id
    WHERE before.id = ANY(${[...ids]}::text[]) AND deliveries.id = before.id AND deliveries.status IN ('pending', 'retrying')
    RETURNING before.next_attempt_at AS due_at,
      deliveries.id, deliveries.webhook_id, deliveries.event_id, deliveries.event, deliveries.project_id,
      deliveries.payload, deliveries.trigger, deliveries.run, deliveries.traceparent, deliveries.attempt_count,
      deliveries.max_attempts, deliveries.content_id, deliveries.position,
      webhooks.url, webhooks.organization_id, webhooks.project_ids, webhooks.include_result,
      webhooks.secret_sealed, webhooks.previous_secret_sealed, webhooks.previous_secret_expires_at`.execute(
    tx,
  )
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}
