import type { Db } from '../../db/database.ts'
import {
  isHeapSound,
  isIndexSound,
  listHeaps,
  listIndexes,
  rebuildIndex,
} from '../../db/integrity.ts'
import { compareCounts, type Verdict } from './lost-rows.ts'

type Step = 'rows' | 'indexes' | 'tables' | 'recordings'
/** Awaited between two statements; throws to end the check. */
export type OnProgress = (step: Step, done: number, total: number) => Promise<void>

/**
 * Compares rows with their counts, indexes with their tables, and reads every table. Indexes are rebuilt only where
 * no rows are lost: what an index still tells of them is left for whoever recovers them.
 */
export async function verifyDatabase(db: Db, onProgress: OnProgress): Promise<Verdict> {
  const verdict = await compareCounts(db, {
    onTable: (done, total) => onProgress('rows', done, total),
  })
  if (verdict.damaged.length > 0) return verdict
  // Before the tables: large values are found through an index.
  await each(await listIndexes(db.sql), 'indexes', onProgress, async (index) => {
    if (await isIndexSound(db.sql, index)) return
    const isRebuilt = await rebuildIndex(db.sql, index)
    verdict[isRebuilt ? 'rebuilt' : 'damaged'].push(index.table_name)
  })
  await each(await listHeaps(db.sql), 'tables', onProgress, async (heap) => {
    if (!(await isHeapSound(db.sql, heap))) verdict.damaged.push(heap.table_name)
  })
  return verdict
}

async function each<T>(
  items: readonly T[],
  step: Step,
  onProgress: OnProgress,
  check: (item: T) => Promise<void>,
): Promise<void> {
  for (const [done, item] of items.entries()) {
    await onProgress(step, done, items.length)
    await check(item)
  }
}
