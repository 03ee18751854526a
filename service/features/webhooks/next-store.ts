import { sql as raw, type Selectable, type SqlBool } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
import type { Sql } from '../../db/database.ts'
import type { Webhooks } from '../../db/tables.ts'
import type { DeliveryRow } from './outbox-store.ts'

// Chooses the deliveries that are attempted next.

/** Those that are tried some time, of endpoints that are switched on; a test goes to any (api-choices.md 5). */
const isWaiting = raw<SqlBool>`deliveries.status IN ('pending', 'retrying')
  AND (webhooks.is_active OR deliveries.trigger = 'test')`

/** What may begin, and how its endpoint has done of late. */
export type Candidate = Pick<DeliveryRow, 'id' | 'webhook_id'> & { next_attempt_at: Date } & Pick<
    Selectable<Webhooks>,
    'consecutive_failures' | 'last_success_at'
  >

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

/** How many of one endpoint have begun at most: of one that has answered of late, and of any other. */
export type Depths = { proven: number; other: number }

/**
 * Due deliveries, as many of each endpoint as may join those under way there, and of each its share of the `room` that is
 * left; of one that answers only once half of what had begun is over, so that one look takes many. The first of every
 * endpoint come first, so that one with a long backlog holds up no other. None of an endpoint where another process is at
 * work: so few requests are open there at once. One about a recording waits while an earlier one about it is open. Neither
 * a backlog nor endpoints without work cost anything: each look is for one endpoint or one recording by its index, also
 * while PostgreSQL takes those that wait for few, which it does for a while after they came. (NOT EXISTS would let it look
 * differently; of IS NULL it takes that hardly any row passes, so that it would sort all that wait.)
 */
export async function selectDue(
  tx: Sql,
  now: Date,
  { worker, depths, room }: { worker: string; depths: Depths; room: number },
): Promise<Candidate[]> {
  const { rows } = await raw<Candidate>`
    WITH ${plannedOnce} RECURSIVE ${endpoints}
    SELECT due.id, due.next_attempt_at, webhooks.id AS webhook_id, webhooks.consecutive_failures, webhooks.last_success_at
    FROM (SELECT ${room}::integer / greatest(1, count(webhook_id)) AS rows FROM endpoints) share,
      endpoints JOIN webhooks ON webhooks.id = endpoints.webhook_id, LATERAL (
      SELECT picked.*, row_number() OVER (ORDER BY next_attempt_at, picked.id) AS turn FROM (
        SELECT deliveries.id, next_attempt_at FROM deliveries
        WHERE webhook_id = webhooks.id AND next_attempt_at <= ${now}::timestamptz AND ${isWaiting}
          AND (
            SELECT TRUE FROM deliveries earlier
            WHERE earlier.webhook_id = deliveries.webhook_id AND earlier.content_id = deliveries.content_id
              AND earlier.position < deliveries.position
              AND earlier.status IN ('pending', 'in_flight', 'retrying')
            LIMIT 1
          ) IS NOT TRUE
        ORDER BY next_attempt_at, deliveries.id
        LIMIT (
          SELECT CASE
            WHEN bool_or(under_way.worker IS DISTINCT FROM ${worker}::text) THEN 0
            WHEN webhooks.consecutive_failures > 0 OR webhooks.last_success_at IS NULL
              THEN greatest(0, ${depths.other}::integer - count(*))
            WHEN count(*) > ${depths.proven}::integer / 2 THEN 0
            ELSE least(${depths.proven}::integer - count(*), greatest(${depths.other}::integer, share.rows)) END
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
    WITH ${plannedOnce} RECURSIVE ${endpoints}
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

/** A delivery whose attempt has begun. */
type BegunDelivery = Pick<
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
>
/** What its endpoint asked for then. */
type Endpoint = Pick<
  Selectable<Webhooks>,
  | 'url'
  | 'organization_id'
  | 'project_ids'
  | 'include_result'
  | 'secret_sealed'
  | 'previous_secret_sealed'
  | 'previous_secret_expires_at'
>
export type DueDelivery = Candidate & BegunDelivery & Endpoint

/** Those that begin, in the order given: what was cancelled since it was chosen does not. */
export async function markInFlight<One extends Candidate>(
  tx: Sql,
  chosen: readonly One[],
  worker: string,
): Promise<(One & DueDelivery)[]> {
  if (chosen.length === 0) return []
  // Without their endpoints, through which PostgreSQL would look at all that was ever delivered there.
  const { rows } = await raw<BegunDelivery>`
    UPDATE deliveries SET status = 'in_flight', next_attempt_at = NULL, worker = ${worker}, run = run + 1
    WHERE id = ANY(${chosen.map(({ id }) => id)}::text[]) AND status IN ('pending', 'retrying')
    RETURNING id, webhook_id, event_id, event, project_id, payload, trigger, run, traceparent, attempt_count,
      max_attempts, content_id, position`.execute(tx)
  const begun = new Map(rows.map((row) => [row.id, row]))
  const asked = await selectEndpoints(tx, [...new Set(rows.map((row) => row.webhook_id))])
  return chosen.flatMap((one) => {
    const [row, endpoint] = [begun.get(one.id), asked.get(one.webhook_id)]
    return row && endpoint ? [{ ...one, ...row, ...endpoint }] : []
  })
}

async function selectEndpoints(tx: Sql, ids: readonly string[]): Promise<Map<string, Endpoint>> {
  const { rows } = await raw<Endpoint & { id: string }>`
    SELECT ${plannedOnce} id, url, organization_id, project_ids, include_result, secret_sealed, previous_secret_sealed,
      previous_secret_expires_at
    FROM webhooks WHERE id = ANY(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map(({ id, ...endpoint }) => [id, endpoint]))
}
