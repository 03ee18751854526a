import type { Deps } from '../../deps.ts'
import { day, plusMs } from '../../core/time.ts'
import { listRecordingIds, rebuildIndexes, selectRecordingIds } from '../content/content.ts'
import { sidecarOf } from '../content/sidecar.ts'
import { recordNotice } from '../notices/notices.ts'
import { isRebuilding } from './rebuild.ts'

type SettleDeps = Pick<
  Deps,
  'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'
>

/**
 * At a start, before the first request: recordings without a row are set aside and the owner is told; those
 * whose row is back return. Resolves with the ids of recordings that have no sidecar yet.
 */
export async function settleRecordings(
  deps: SettleDeps,
  organizationId: string,
): Promise<string[]> {
  const { db, blobs, log } = deps
  const { orphaned, returned, unmoved, undescribed } = await blobs.settle(
    blobs.direct ? [] : await listRecordingIds(deps),
  )
  if (returned.length > 0) log.info({ content_ids: returned }, 'recordings have their rows again')
  if (unmoved.length > 0) log.warn({ content_ids: unmoved }, 'recordings could not be moved')
  if (orphaned.length > 0) {
    log.warn({ content_ids: orphaned }, 'recordings without a row were set aside')
    // On a server others work on the table meanwhile; what its files lost is for its own tools.
    if (!db.isShared) await rebuildIndexes(db.sql)
  }
  // In a library that is made anew they are taken in by themselves.
  if (!isRebuilding(deps)) await tellOrphaned(deps, organizationId, orphaned.length)
  return undescribed
}

/**
 * The same in a store, where a check of the library asks for it: nothing is moved there. What came within a day is
 * passed over, as its row may be on its way.
 */
export async function findOrphans(deps: SettleDeps, organizationId: string): Promise<void> {
  const { blobs, clock, log } = deps
  if (!blobs.direct) return
  const before = plusMs(clock.now(), -day)
  const { orphaned, returned } = await blobs.direct.markOrphans(before, (ids) =>
    selectRecordingIds(deps, ids),
  )
  if (returned.length > 0) log.info({ content_ids: returned }, 'recordings have their rows again')
  if (orphaned.length > 0)
    log.warn({ content_ids: orphaned }, 'recordings without a row were found')
  await tellOrphaned(deps, organizationId, orphaned.length)
}

async function tellOrphaned(
  deps: SettleDeps,
  organizationId: string,
  count: number,
): Promise<void> {
  if (count === 0) return
  await deps.db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'recordings_orphaned',
      title: titleFor(count),
      body: 'Nothing was deleted. Take in again what you want to keep, and delete the rest.',
      link: '/app/#/settings?section=storage',
    }),
  )
}

// The page reads the number from it.
const titleFor = (count: number): string =>
  count === 1 ? 'A recording has no entry' : `${count} recordings have no entry`

/** Writes the sidecars that are missing, of recordings that came in before there were any. */
export async function describeRecordings(
  { db, blobs, log }: Pick<Deps, 'db' | 'blobs' | 'log'>,
  contentIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const id of contentIds) {
      if (signal.aborted) return
      const sidecar = await sidecarOf(db.sql, id)
      if (sidecar) await blobs.describe(sidecar)
    }
  } catch (error) {
    log.warn({ err: error }, 'sidecars could not be written; the next start tries again')
  }
}
