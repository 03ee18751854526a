import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Connection } from './connection.ts'
import type { Sql } from './database.ts'

/** Work that PostgreSQL's background processes would do; PGlite has none (reliability.md PG-5, B-7). */
export type Housekeeping = {
  /** As soon as the connection is free; what the log of writes holds is then no longer needed. */
  checkpoint: () => void
  stop: () => Promise<void>
}

type Options = {
  idleMs?: number
  /** Whether the disk holds what a round writes; without, only a checkpoint is made. */
  hasRoom?: () => Promise<boolean>
}

const idleBeforeCheckpointMs = 30_000

/** What two old cores tidy in some three seconds; of a larger table the indexes wait for the daily round. */
const largeBytes = 256 << 20
/** A stop has five seconds (reliability.md J-4): what is larger waits for the next start. */
const stopBytes = 64 << 20

/**
 * Whenever nothing was asked for a while: what was deleted leaves the disk, and a checkpoint, so that little is
 * to be replayed after a crash. Once a day for all tables. At most one pass per quiet period: an idle service
 * leaves the disk alone.
 */
export function startHousekeeping(
  connection: Connection,
  log: Log,
  { idleMs = idleBeforeCheckpointMs, hasRoom = async () => true }: Options = {},
): Housekeeping {
  let tidiedAt: number | null = null
  let running: Promise<void> = Promise.resolve()
  let isDue = false

  const tidyIfThereIsRoom = async (tidying: () => Promise<Tidying> | Tidying): Promise<void> => {
    if (await hasRoom()) await tidy(connection, await tidying())
    else await sql`CHECKPOINT`.execute(connection.sql)
  }

  const tidyOnce = async (): Promise<void> => {
    try {
      await tidyIfThereIsRoom(async () => ({ isDaily: await isDayOver(connection) }))
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
    checkpoint: () => {
      if (isDue) return
      isDue = true
      void sql`CHECKPOINT`
        .execute(connection.sql)
        .catch((error: unknown) => log.error({ err: error }, 'no checkpoint could be made'))
        .finally(() => (isDue = false))
    },
    stop: async () => {
      clearInterval(timer)
      await running
      await tidyIfThereIsRoom(() => ({ limitBytes: stopBytes }))
    },
  }
}

async function isDayOver({ sql: db }: Connection): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    SELECT coalesce(bool_or(last_vacuum IS NULL OR last_vacuum < now() - INTERVAL '1 day'), FALSE) AS is_due
    FROM pg_stat_user_tables`.execute(db)
  return rows[0]?.is_due === true
}

type Tidying = {
  /** All tables, because the counts of removed rows do not outlive the process. */
  isDaily?: boolean
  /** Tables beyond this many bytes in all, smallest first, are left alone. */
  limitBytes?: number
}

/** Ends with nothing of removed rows in tables, indexes, statistics and the log of writes. */
async function tidy({ sql: db }: Connection, tidying: Tidying): Promise<void> {
  const tables = await listTables(db, tidying)
  for (const { name, is_thorough: isThorough } of tables) {
    const cleanup = sql.raw(isThorough ? 'ON' : 'AUTO')
    await sql`VACUUM (ANALYZE, INDEX_CLEANUP ${cleanup}) ${sql.table(name)}`.execute(db)
    if (!isThorough) continue
    // Words stay in the upper pages of an index until it is built anew.
    for (const index of await listIndexes(db, name))
      await sql`REINDEX INDEX ${sql.table(index)}`.execute(db)
  }
  if (tables.length > 0) await vacuumCatalogs(db, tidying)
  await sql`SELECT pg_switch_wal()`.execute(db)
  await sql`CHECKPOINT`.execute(db)
}

/** The tables to tidy, smallest first; large ones thoroughly once a day, where rows are known to be removed. */
async function listTables(
  db: Sql,
  { isDaily = false, limitBytes = Number.MAX_SAFE_INTEGER }: Tidying,
): Promise<{ name: string; is_thorough: boolean }[]> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; is_thorough: boolean }>`
    WITH due AS (
      SELECT relname, n_dead_tup > 0 AS has_removed, pg_total_relation_size(relid) AS bytes
      FROM pg_stat_user_tables
      WHERE schemaname = 'public' AND (n_dead_tup > 0 OR ${isDaily})
    ), summed AS (
      SELECT *, sum(bytes) OVER (ORDER BY bytes, relname) AS total FROM due
    )
    SELECT relname AS name, bytes < ${largeBytes} OR (${isDaily} AND has_removed) AS is_thorough
    FROM summed WHERE total < ${limitBytes} ORDER BY total`.execute(db)
  return rows
}

/** Frequent values of tables are in `pg_statistic`, also those that ANALYZE has replaced. */
async function vacuumCatalogs(db: Sql, { isDaily = false }: Tidying): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_sys_tables
    WHERE schemaname = 'pg_catalog' AND (relname = 'pg_statistic' OR ${isDaily})`.execute(db)
  await sql`VACUUM ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
}

async function listIndexes(db: Sql, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT indexrelname AS name FROM pg_stat_user_indexes
    WHERE schemaname = 'public' AND relname = ${table}`.execute(db)
  return rows.map(({ name }) => name)
}
