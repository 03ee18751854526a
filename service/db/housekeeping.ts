import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Connection } from './connection.ts'

/** Work that PostgreSQL's background processes would do; PGlite has none (reliability.md PG-5). */
export type Housekeeping = { stop: () => Promise<void> }

const idleBeforeCheckpointMs = 30_000

/**
 * A checkpoint whenever nothing was asked for a while, so that little is to be replayed after a
 * crash, and then a vacuum where the last is a day old. At most one pass per quiet period: an idle
 * service leaves the disk alone.
 */
export function startHousekeeping(
  connection: Connection,
  log: Log,
  idleMs = idleBeforeCheckpointMs,
): Housekeeping {
  let tidiedAt: number | null = null
  let running: Promise<void> = Promise.resolve()

  const tidyOnce = async (): Promise<void> => {
    try {
      await tidy(connection)
    } catch (error) {
      log.error({ err: error }, 'database housekeeping failed')
    }
    tidiedAt = connection.idleSince()
  }
  const look = (): void => {
    const idleSince = connection.idleSince()
    if (idleSince === null || idleSince === tidiedAt) return
    if (performance.now() - idleSince < idleMs) return
    running = tidyOnce()
  }
  const timer = setInterval(look, idleMs / 2).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
      await sql`CHECKPOINT`.execute(connection.sql)
    },
  }
}

async function tidy(connection: Connection): Promise<void> {
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT coalesce(max(last_vacuum) < now() - INTERVAL '1 day', TRUE) AS is_due
    FROM pg_stat_user_tables`.execute(connection.sql)
  if (rows[0]?.is_due === true) await sql`VACUUM (ANALYZE)`.execute(connection.sql)
  await sql`CHECKPOINT`.execute(connection.sql)
}
