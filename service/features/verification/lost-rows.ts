import type { Log } from '../../core/log.ts'
import { isDataCorruption } from '../../db/corruption.ts'
import type { Db } from '../../db/database.ts'
import { RowsLost, type DatabaseDamaged } from '../../db/open-errors.ts'
import { isIndexSound, listIndexes, rebuildIndex } from '../../db/integrity.ts'
import { hasAllRows, hasCounts, listCountedTables, recount } from '../../db/row-counts.ts'
import { libraryParts, partOf } from './library-parts.ts'

/** Names of tables. */
export type Verdict = {
  /** What was damaged and could be made anew from the rows, which are whole. */
  rebuilt: string[]
  /** What has lost rows or cannot be read. */
  damaged: string[]
}

/**
 * After an end that was none of ours, before anything is written: throws DatabaseDamaged where a table lost rows or
 * cannot be read (reliability.md PG-4). Answers with the tables whose indexes had to be built again. The rest of the check
 * follows beside other work.
 */
export async function refuseLostRows({ db, log }: { db: Db; log: Log }): Promise<string[]> {
  if (db.wasClosed) return []
  const { rebuilt, damaged } = await compareCounts(db, { upToBytes: startBytes }).catch(unreadable)
  if (damaged.length > 0) throw damagedTables(damaged)
  if (rebuilt.length > 0) log.warn({ tables: rebuilt }, 'damaged indexes were built again')
  return rebuilt
}

/** Choice: what is read within a second. Larger are only the segments for questions, which are made from transcripts. */
const startBytes = 64 << 20

/** Compares tables with their counts; `onTable` is awaited before each. */
export async function compareCounts(
  db: Db,
  {
    upToBytes,
    onTable,
  }: { upToBytes?: number; onTable?: (done: number, total: number) => Promise<void> },
): Promise<Verdict> {
  const verdict: Verdict = { rebuilt: [], damaged: [] }
  const tables = await listCountedTables(db.sql, upToBytes)
  if (tables.length === 0) return verdict
  if (!(await hasCounts(db))) {
    await recount(db)
    return { rebuilt: ['row_counts'], damaged: [] }
  }
  for (const [done, table] of tables.entries()) {
    await onTable?.(done, tables.length)
    await compareCount(db, table, verdict)
  }
  return verdict
}

async function compareCount(db: Db, table: string, verdict: Verdict): Promise<void> {
  const isWhole = await hasAllRows(db.sql, table).catch(async (error: unknown) => {
    if (!isDataCorruption(error)) throw error
    // PostgreSQL opens a table's indexes whatever it is asked: it may be one of them that cannot be read.
    if (!(await rebuildDamaged(db, table))) return false
    verdict.rebuilt.push(table)
    return hasAllRows(db.sql, table)
  })
  if (!isWhole) verdict.damaged.push(table)
}

/** Whether a table's damaged indexes could be made anew, and there were any. */
async function rebuildDamaged({ sql: db }: Db, table: string): Promise<boolean> {
  const indexes = await listIndexes(db, table)
  let count = 0
  for (const index of indexes) {
    if (await isIndexSound(db, index)) continue
    if (!(await rebuildIndex(db, index))) return false
    count += 1
  }
  return count > 0
}

/** What to tell of tables that cannot be repaired, in words for the person whose library it is. */
export function damagedTables(tables: readonly string[], cause?: unknown): DatabaseDamaged {
  const parts = [...new Set(tables.map(partOf))].map((part) => libraryParts[part])
  const list = new Intl.ListFormat('en').format(parts)
  return new RowsLost(`something is lost or cannot be read in ${list}`, cause)
}

function unreadable(error: unknown): never {
  throw isDataCorruption(error) ? damagedTables(['pg_class'], error) : error
}
