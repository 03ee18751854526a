import { sql } from 'kysely'
import { isDataCorruption } from './corruption.ts'
import type { Db, Sql } from './database.ts'

/**
 * The tables whose rows the database counts (migrations/0032-row-counts.sql), smallest first, without those of more
 * bytes; none before that step.
 */
export async function listCountedTables(
  db: Sql,
  upToBytes = Number.MAX_SAFE_INTEGER,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class JOIN pg_trigger ON tgrelid = pg_class.oid
    WHERE tgname = 'count_added' AND relnamespace = 'public'::regnamespace
      AND pg_relation_size(pg_class.oid) <= ${upToBytes}
    ORDER BY pg_relation_size(pg_class.oid), relname`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Whether a table holds as many rows as were counted. Every page of its heap is read, because an index would
 * still name rows that are gone: no index holds `ctid`.
 */
export async function hasAllRows(db: Sql, table: string): Promise<boolean> {
  const { rows } = await sql<{ found: number; counted: number }>`
    SELECT count(ctid) AS found,
      (SELECT coalesce(sum(rows), 0) FROM row_counts WHERE table_name = ${table}) AS counted
    FROM ${sql.table(table)}`.execute(db)
  return rows[0]?.found === rows[0]?.counted
}

/**
 * Whether the counts themselves are there: they always hold at least the migrations. Without them nothing can be
 * told about the rows of others, so they are made anew with `recount`.
 */
export async function hasCounts({ sql: db }: Pick<Db, 'sql'>): Promise<boolean> {
  try {
    // Through the heap, then through the index that every write uses.
    const { rows } = await sql<{ is_there: boolean }>`
      SELECT count(ctid) > 0
        AND (SELECT count(*) > 0 FROM row_counts WHERE table_name = 'migrations') AS is_there
      FROM row_counts`.execute(db)
    return rows[0]?.is_there === true
  } catch (error) {
    if (isDataCorruption(error)) return false
    throw error
  }
}

/** How many rows were counted, by table. */
export async function readCounts(db: Sql): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    SELECT table_name AS name, sum(rows)::integer AS rows FROM row_counts GROUP BY table_name`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.name, row.rows]))
}

/** Counts every table anew, into new files. */
export async function recount(db: Pick<Db, 'sql' | 'transaction'>): Promise<void> {
  const tables = await listCountedTables(db.sql)
  await db.transaction(async (tx) => {
    await sql`TRUNCATE row_counts`.execute(tx)
    for (const table of tables) {
      await sql`INSERT INTO row_counts (table_name, slot, rows)
        SELECT ${table}::text, 0, count(ctid) FROM ${sql.table(table)}`.execute(tx)
    }
  })
}
