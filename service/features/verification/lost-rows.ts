import type { Log } from '../../core/log.ts'
import { isDataCorruption } from '../../db/corruption.ts'
import type { Db } from '../../db/database.ts'
import { DatabaseDamaged } from '../../db/open-errors.ts'
import { hasAllRows, hasCounts, listCountedTables, recount } from '../../db/row-counts.ts'
import { libraryParts, partOf } from './library-parts.ts'

/**
 * After an end that was none of ours, before anything is written: throws DatabaseDamaged where a table lost rows or
 * cannot be read (reliability.md PG-4). Reads every table once; the rest of the check follows beside other work.
 */
export async function refuseLostRows({ db, log }: { db: Db; log: Log }): Promise<void> {
  if (db.wasClosed) return
  const tables = await listCountedTables(db.sql).catch(unreadable)
  if (tables.length === 0) return
  if (await hasCounts(db)) {
    const damaged: string[] = []
    for (const table of tables) if (await hasLostRows(db, table)) damaged.push(table)
    if (damaged.length > 0) throw damagedTables(damaged)
  } else {
    await recount(db).catch(unreadable)
    log.warn('the counts of rows were damaged and made anew')
  }
}

/** Whether rows are missing from a table, or it cannot be read. */
async function hasLostRows(db: Pick<Db, 'sql'>, table: string): Promise<boolean> {
  try {
    return !(await hasAllRows(db.sql, table))
  } catch (error) {
    if (isDataCorruption(error)) return true
    throw error
  }
}

/** What to tell of tables that cannot be repaired, in words for the person whose library it is. */
function damagedTables(tables: readonly string[], cause?: unknown): DatabaseDamaged {
  const parts = [...new Set(tables.map(partOf))].map((part) => libraryParts[part])
  const list = new Intl.ListFormat('en').format(parts)
  return new DatabaseDamaged(`something is lost or cannot be read in ${list}`, cause)
}

function unreadable(error: unknown): never {
  throw isDataCorruption(error) ? damagedTables(['pg_class'], error) : error
}
