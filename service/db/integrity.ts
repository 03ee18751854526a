import { sql } from 'kysely'
import { isDataCorruption } from './corruption.ts'
import type { Sql } from './database.ts'

/** `table_name` is of the one that a person's data is in: large values lie in another one beside it. */
export type Index = { oid: number; name: string; method: string; table_name: string }
export type Heap = { oid: number; table_name: string; pages: number }

/** How many pages of a table one statement reads, so that no other one waits for long: 2 MiB. */
const pagesAtOnce = 256

/** Every index, PostgreSQL's own as well, or those of one table; smallest first. */
export async function listIndexes(db: Sql, table?: string): Promise<Index[]> {
  const { rows } = await sql<Index>`
    SELECT indexrelid::integer AS oid, amname AS method,
      format('%I.%I', index.relnamespace::regnamespace, index.relname) AS name,
      coalesce(owner.relname, heap.relname) AS table_name
    FROM pg_index
    JOIN pg_class index ON index.oid = indexrelid
    JOIN pg_am ON pg_am.oid = index.relam
    JOIN pg_class heap ON heap.oid = indrelid
    LEFT JOIN pg_class owner ON owner.reltoastrelid = heap.oid
    WHERE index.relkind = 'i' AND index.relpersistence = 'p' AND indisvalid
      AND (${table ?? null}::text IS NULL OR heap.relname = ${table ?? null})
    ORDER BY pg_relation_size(indexrelid), indexrelid`.execute(db)
  return rows
}

/** Every table, PostgreSQL's own as well; smallest first. */
export async function listHeaps(db: Sql): Promise<Heap[]> {
  const { rows } = await sql<Heap>`
    SELECT oid::integer, relname AS table_name, (pg_relation_size(oid) / 8192)::integer AS pages
    FROM pg_class WHERE relkind = 'r' AND relpersistence = 'p'
    ORDER BY pages, oid`.execute(db)
  return rows
}

/**
 * Whether an index is whole. A B-tree is compared with its table, too: each row must be in it. Nothing can be said of other
 * kinds than B-tree and GIN, of which we have none (test/service/db/row-counts.test.ts).
 */
export async function isIndexSound(db: Sql, { oid, method }: Index): Promise<boolean> {
  if (method === 'btree')
    return succeeds(() => sql`SELECT bt_index_check(${oid}::oid::regclass, TRUE)`.execute(db))
  if (method === 'gin') return succeeds(() => assertGinSound(db, oid))
  return true
}

async function assertGinSound(db: Sql, oid: number): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    SELECT version FROM gin_metapage_info(get_raw_page(${oid}::oid::regclass::text, 0))`.execute(db)
  // A page of zeros has none.
  if (!rows[0]?.version) throw new FoundDamage()
  await sql`SELECT gin_index_check(${oid}::oid::regclass)`.execute(db)
}

/** Whether a damaged index could be made anew from its table, which must be readable for that. */
export async function rebuildIndex(db: Sql, index: Index): Promise<boolean> {
  const isBuilt = await succeeds(() => sql`REINDEX INDEX ${sql.raw(index.name)}`.execute(db))
  return isBuilt && isIndexSound(db, index)
}

/** Whether every row of a table and its large values can be read; by parts, between which others have their turn. */
export async function isHeapSound(db: Sql, { oid, pages }: Heap): Promise<boolean> {
  for (let first = 0; first < pages; first += pagesAtOnce) {
    if (!(await succeeds(() => assertPagesSound(db, oid, first)))) return false
  }
  return true
}

/** Throws where a row is damaged. The table may have become shorter meanwhile. */
async function assertPagesSound(db: Sql, oid: number, first: number): Promise<void> {
  const { rows } = await sql<{ blkno: number }>`
    SELECT blkno FROM (
      SELECT pg_relation_size(${oid}::oid::regclass) / 8192 - 1 AS last OFFSET 0
    ) size, LATERAL verify_heapam(${oid}::oid::regclass, TRUE, TRUE, 'none',
      ${first}::bigint, least(${first + pagesAtOnce - 1}::bigint, last))
    WHERE ${first} <= last`.execute(db)
  if (rows.length > 0) throw new FoundDamage()
}

class FoundDamage extends Error {}

/** XX000: what should never be the case; 22023: a page of another kind; 23505: two rows where one may be. */
const damage = new Set(['XX000', '22023', '23505'])

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    const isDamage =
      error instanceof FoundDamage ||
      isDataCorruption(error) ||
      (error instanceof Error && 'code' in error && damage.has(String(error.code)))
    if (isDamage) return false
    throw error
  }
}
