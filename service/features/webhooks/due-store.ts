import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'

/** What the outboxWorker reads and marks; the rest of a delivery is in delivery-store.ts. */
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
      'deliveries.project_id',
      'deliveries.payload',
      'deliveries.attempt_count',
      'deliveries.next_attempt_at',
      'webhooks.url',
      'webhooks.secret_sealed',
      'webhooks.previous_secret_sealed',
      'webhooks.previous_secret_expires_at',
      'webhooks.consecutive_failures',
      'webhooks.last_success_at',
      raw<number>`row_number() over (
        partition by deliveries.webhook_id order by next_attempt_at, deliveries.id
      )`.as('place'),
    ])
  return sql
    .selectFrom(due.as('due'))
    .selectAll()
    .where('place', '<=', perEndpoint)
    .orderBy('place')
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
export async function returnInFlight(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set({ status: 'pending', next_attempt_at: now })
    .where('status', '=', 'in_flight')
    .execute()
}

export async function returnOne(sql: Sql, id: string, nextAttemptAt: Date): Promise<void> {
  await sql
    .updateTable('deliveries')
    .set({ status: 'pending', next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('status', '=', 'in_flight')
    .execute()
}
