import type { Deps } from '../../deps.ts'
import { listRecordingIds, rebuildIndexes } from '../content/content.ts'
import { sidecarOf } from '../content/sidecar.ts'
import { recordNotice } from '../notices/notices.ts'
import { isRebuilding } from './rebuild.ts'

/**
 * At a start, before the first request: recordings without a row are set aside and the owner is told; those
 * whose row is back return. Resolves with the ids of recordings that have no sidecar yet.
 */
export async function settleRecordings(
  deps: Pick<Deps, 'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'>,
  organizationId: string,
): Promise<string[]> {
  const { db, blobs, log } = deps
  const { orphaned, returned, unmoved, undescribed } = await blobs.settle(
    await listRecordingIds(deps),
  )
  if (returned.length > 0) log.info({ content_ids: returned }, 'recordings have their rows again')
  if (unmoved.length > 0) log.warn({ content_ids: unmoved }, 'recordings could not be moved')
  if (orphaned.length > 0) {
    log.warn({ content_ids: orphaned }, 'recordings without a row were set aside')
    await rebuildIndexes(db.sql)
  }
  // In a library that is made anew they are taken in by themselves.
  if (orphaned.length > 0 && !isRebuilding(deps)) {
    await db.transaction((tx) =>
      recordNotice(deps, tx, {
        organizationId,
        kind: 'recordings_orphaned',
        title: titleFor(orphaned.length),
        body: 'Nothing was deleted. Take in again what you want to keep, and delete the rest.',
        link: '/app/#/settings?section=storage',
      }),
    )
  }
  return undescribed
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
