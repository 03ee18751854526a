import { sql as raw } from 'kysely'
import type { Sql } from '../db/database.ts'

/** How many jobs of each kind there are, and when the oldest was queued that may start. */
export const selectQueueDepth = (sql: Sql, now: Date) =>
  sql
    .selectFrom('jobs')
    .select(['lane', 'name', 'state'])
    .select((by) => [
      by.fn.countAll<number>().as('count'),
      raw<Date | null>`min(greatest(created_at, coalesce(not_before, created_at)))
        FILTER (WHERE not_before IS NULL OR not_before <= ${now})`.as('oldest'),
    ])
    .groupBy(['lane', 'name', 'state'])
    .execute()

/** How many deliveries wait for an attempt, and since when the first of them is due: by the index of what is due. */
export const selectOpenDeliveries = (sql: Sql) =>
  sql
    .selectFrom('deliveries')
    .where('status', 'in', ['pending', 'retrying'])
    .select(['status'])
    .select((by) => [by.fn.countAll<number>().as('count'), by.fn.min('next_attempt_at').as('due')])
    .groupBy('status')
    .execute()
