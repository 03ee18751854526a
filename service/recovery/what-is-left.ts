import { constants } from 'node:fs'
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { RecordingKeys } from '../blobs/recording-file.ts'
import type { Sidecar } from '../blobs/sidecar.ts'
import type { Log } from '../core/log.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { fsyncTree } from '../db/fsync-tree.ts'
import type { Db, Sql } from '../db/database.ts'
import { isHeapSound, isIndexSound, listHeaps, listIndexes, rebuildIndex } from '../db/integrity.ts'
import { openDatabase } from '../db/open-database.ts'
import { DatabaseDamaged } from '../db/open-errors.ts'
import { hasCounts, listCountedTables, readCounts, recount } from '../db/row-counts.ts'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { findingFiles } from './finding.ts'
import { readByPlace } from './readable-rows.ts'
import { dropStrays, recountProjects, remakeEntries } from './relations.ts'
import { findRecordings, sidecarOf } from './survey.ts'
import { openRestoring, type Swap } from './swap.ts'

/** What a start tells the person of, and then removes (features/verification/losses.ts). */
export const lossesName = 'losses.json'

/** How many rows each table has lost; null where the counts themselves were lost. */
export type Losses = Record<string, number> | null

type Options = {
  dataDir: string
  log: Log
  /** Those of an encrypted library. */
  keys?: LibraryKeys | null
  onProgress: (progress: number) => void
}

/**
 * Makes in `restoring/` a sound library of what a damaged one still holds, and says how to put it in place. Throws
 * DatabaseDamaged where that cannot be had, with the library as it was.
 */
export async function prepareWhatIsLeft(options: Options): Promise<Swap> {
  const { dataDir, log, keys = null, onProgress } = options
  const target = await openRestoring(dataDir)
  const copy = path.join(target, 'database')
  const mode = constants.COPYFILE_FICLONE
  await cp(path.join(dataDir, 'database'), copy, { recursive: true, mode })
  onProgress(0.2)
  const sidecars = await readSidecars(dataDir, keys)
  const db = await openDatabase({ dataDir: target, log, ...(keys && { keys }) })
  try {
    const losses = await keepWhatIsLeft(db, sidecars, onProgress)
    log.warn({ losses }, 'the library goes on with what is left')
    await writeFlushed(path.join(target, lossesName), JSON.stringify(losses))
  } finally {
    await db.close()
  }
  await fsyncTree(copy)
  return { aside: [...findingFiles, 'database', lossesName], bring: ['database', lossesName] }
}

async function readSidecars(dataDir: string, keys: RecordingKeys | null): Promise<Sidecar[]> {
  const all = await findRecordings(dataDir)
  const found = await Promise.all(all.map((recording) => sidecarOf(recording, keys)))
  return found.filter((sidecar) => sidecar !== null)
}

async function keepWhatIsLeft(
  db: Db,
  sidecars: readonly Sidecar[],
  onProgress: Options['onProgress'],
): Promise<Losses> {
  // A page that is damaged reads as an empty one.
  await sql`SET zero_damaged_pages = ON`.execute(db.sql)
  for (const index of await listIndexes(db.sql)) {
    if (!(await isIndexSound(db.sql, index))) await rebuildIndex(db.sql, index)
  }
  const counted = (await hasCounts(db)) ? await readCounts(db.sql) : null
  const tables = [...(await listCountedTables(db.sql)), 'row_counts']
  for (const [done, table] of tables.entries()) {
    // An index that is whole may still name places behind a file's end, which no setting makes readable.
    await sql`REINDEX TABLE ${sql.table(table)}`.execute(db.sql)
    await dropUnreadable(db, table)
    // Writes rows, large values and indexes into new files.
    await sql`VACUUM (FULL, ANALYZE) ${sql.table(table)}`.execute(db.sql)
    onProgress(0.2 + (0.6 * (done + 1)) / tables.length)
  }
  await sql`SET zero_damaged_pages = OFF`.execute(db.sql)
  await db.transaction(async (tx) => {
    await requireOrganization(tx)
    await remakeEntries(tx, sidecars)
    await dropStrays(tx)
    await recountProjects(tx)
  })
  await recount(db)
  await assertSound(db.sql)
  return counted && toLosses(counted, await readCounts(db.sql))
}

function toLosses(counted: ReadonlyMap<string, number>, left: ReadonlyMap<string, number>): Losses {
  const lost = [...counted].map(([table, rows]) => [table, rows - (left.get(table) ?? 0)] as const)
  return Object.fromEntries(lost.filter(([, rows]) => rows > 0))
}

/** Triggers would look at what they remove. */
async function dropUnreadable(db: Db, table: string): Promise<void> {
  for await (const { unreadable } of readByPlace(db.sql, table, sql`length(t::text)`)) {
    if (unreadable.length === 0) continue
    await db.transaction(async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx)
      await sql`DELETE FROM ${sql.table(table)} WHERE ctid = ANY(${unreadable}::tid[])`.execute(tx)
    })
  }
}

/** All else is somebody's: without it nothing would be left. */
async function requireOrganization(db: Sql): Promise<void> {
  const { rows } = await sql`SELECT FROM organizations`.execute(db)
  if (rows.length === 0) throw new DatabaseDamaged('whose library it is cannot be read')
}

async function assertSound(db: Sql): Promise<void> {
  const damaged: string[] = []
  for (const index of await listIndexes(db)) {
    if (!(await isIndexSound(db, index))) damaged.push(index.name)
  }
  for (const heap of await listHeaps(db)) {
    if (!(await isHeapSound(db, heap))) damaged.push(heap.table_name)
  }
  if (damaged.length > 0) throw new DatabaseDamaged(`${damaged.join(', ')} cannot be repaired`)
}
