import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** A table's name, what is stored of it, and what orders its rows: the primary key, or all columns. */
export type StoredTable = { name: string; columns: string[]; key: string[] }

/** Rows that are left out, such as keys of a session. */
export type Omission = { table: string; where: string | null }

/** What the steps keep of themselves: the manifest has the first, and the counts are made anew. */
const ownTables = ['migrations', 'row_counts']

/** Every table, by name. Generated columns are made again, and so not stored. */
export async function listTables(tx: Tx): Promise<StoredTable[]> {
  const { rows } = await sql<StoredTable>`
    SELECT c.relname AS name,
      array_agg(a.attname::text ORDER BY a.attnum) AS columns,
      coalesce(
        (SELECT array_agg(k.attname::text ORDER BY at)
          FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS each (attnum, at)
          JOIN pg_attribute k ON k.attnum = each.attnum
          WHERE i.indrelid = c.oid AND i.indisprimary AND k.attrelid = c.oid),
        array_agg(a.attname::text ORDER BY a.attnum)
      ) AS key
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL (${ownTables})
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY c.oid, c.relname
    ORDER BY c.relname`.execute(tx)
  return rows
}

/** Steps that were applied, in their order. */
export async function listApplied(tx: Tx): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await sql<{ name: string; sha256: string }>`
    SELECT name, sha256 FROM migrations ORDER BY name`.execute(tx)
  return rows
}

export type StoredSequence = { name: string; last_value: number; is_called: boolean }

export async function listSequences(tx: Tx): Promise<StoredSequence[]> {
  const names = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY relname`.execute(tx)
  const found: StoredSequence[] = []
  for (const { name } of names.rows) {
    const { rows } = await sql<Omit<StoredSequence, 'name'>>`
      SELECT last_value, is_called FROM ${sql.table(name)}`.execute(tx)
    for (const row of rows) found.push({ name, ...row })
  }
  return found
}

/** Memory that a page of rows may take, in characters; one row may be larger. */
const pageLength = 4_000_000
const mostRows = 2_000

/**
 * The rows of a table in order, as lines of JSON, page by page: each column as PostgreSQL writes it, which
 * it reads back to the same value. Runs in a transaction, as its cursor needs one.
 */
export async function* readLines(
  tx: Tx,
  { name, columns, key }: StoredTable,
  where: string | null,
): AsyncGenerator<{ lines: string; rows: number }> {
  const texts = columns.map((column) => sql`${sql.ref(column)}::text AS ${sql.ref(column)}`)
  // The index of the key gives the order; a sort would write long rows to disk first.
  await sql`SET LOCAL enable_sort = off`.execute(tx)
  await sql`
    DECLARE dumped NO SCROLL CURSOR FOR
    SELECT ${sql.join(texts)} FROM ${sql.table(name)}
    ${where === null ? sql`` : sql`WHERE ${sql.raw(where)}`}
    ORDER BY ${sql.join(key.map((column) => sql.ref(column)))}`.execute(tx)
  let count = 1
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`
      FETCH ${sql.raw(String(count))} FROM dumped`.execute(tx)
    if (rows.length === 0) break
    const lines = rows.map((row) => `${JSON.stringify(columns.map((column) => row[column]))}\n`)
    yield { lines: lines.join(''), rows: rows.length }
    const longest = Math.max(...lines.map(({ length }) => length))
    // Grows step by step, as the next rows may be longer than those seen.
    count = Math.max(1, Math.min(count * 4, Math.floor(pageLength / longest), mostRows))
  }
  await sql`CLOSE dumped`.execute(tx)
}
