import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredAttempt } from '../../db/tables.ts'
import type { AttemptToken, DeliveryRow } from './outbox-store.ts'

// Writes how attempts ended, those of many deliveries with one statement: planned each time, as a plan has to know how
// long the list of them is (connection-lease.ts).

/** Those of the attempts that are under way still: others were cancelled, or another has taken over. */
export async function lockInFlight(
  tx: Sql,
  attempts: readonly AttemptToken[],
): Promise<Set<string>> {
  const { rows } = await raw<{ id: string }>`
    SELECT deliveries.id FROM deliveries
    JOIN unnest(${attempts.map(({ id }) => id)}::text[], ${attempts.map(({ run }) => run)}::integer[]) AS own (id, run)
      ON deliveries.id = own.id AND deliveries.run = own.run
    WHERE deliveries.status = 'in_flight'
    ORDER BY deliveries.id FOR UPDATE OF deliveries`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A delivery after an attempt. */
export type Attempted = Pick<
  DeliveryRow,
  | 'id'
  | 'status'
  | 'attempt_count'
  | 'next_attempt_at'
  | 'last_response_status'
  | 'last_error_code'
  | 'last_error_message'
  | 'delivered_at'
  | 'exhausted_at'
> & { attempt: StoredAttempt }

export async function updateAttempted(tx: Sql, attempted: readonly Attempted[]): Promise<void> {
  if (attempted.length === 0) return
  await raw`
    UPDATE deliveries SET
      status = ended.status,
      attempt_count = ended.attempt_count,
      attempts = deliveries.attempts || ended.attempt,
      next_attempt_at = ended.next_attempt_at,
      last_response_status = ended.last_response_status,
      last_error_code = ended.last_error_code,
      last_error_message = ended.last_error_message,
      delivered_at = ended.delivered_at,
      exhausted_at = ended.exhausted_at
    FROM jsonb_to_recordset(${JSON.stringify(attempted)}::jsonb) AS ended (
      id text, status text, attempt_count integer, attempt jsonb, next_attempt_at timestamptz,
      last_response_status integer, last_error_code text, last_error_message text,
      delivered_at timestamptz, exhausted_at timestamptz
    )
    WHERE deliveries.id = ended.id`.execute(tx)
}

/**
 * What waits for deliveries that are tried again later, being about the same recording, is due no sooner than they: a
 * look for due ones would otherwise pass over it each time.
 */
export async function holdBack(tx: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await raw`
    UPDATE deliveries SET next_attempt_at = before.next_attempt_at
    FROM deliveries before
    WHERE before.id = ANY(${[...ids]}::text[]) AND before.status = 'retrying'
      AND deliveries.webhook_id = before.webhook_id AND deliveries.content_id = before.content_id
      AND deliveries.position > before.position AND deliveries.status IN ('pending', 'retrying')
      AND deliveries.next_attempt_at < before.next_attempt_at`.execute(tx)
}
