import { partBytes } from '../../blobs/direct-transfers.ts'
import type { Reach } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import { hour, plusMs, toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import type { UploadParts } from './schema.ts'
import { prolongSession } from './store.ts'

const lifetimeMs = hour

/**
 * Addresses for the parts of a large file that a store has not got yet; none where the file is to be sent whole. May
 * be called until it is confirmed: an upload that broke off goes on so.
 */
export async function readUploadParts(
  { db, clock, blobs }: Pick<Deps, 'db' | 'clock' | 'blobs'>,
  caller: Reach,
  { projectId, contentId }: ContentRef,
): Promise<UploadParts> {
  const found = await requireContent(db.sql, caller, projectId, contentId)
  if (found.status !== 'uploaded') throw arrived()
  const sizes = found.size_bytes > partBytes ? sizesOf(found.size_bytes) : []
  const parts = (await blobs.direct?.presignParts({ contentId, lifetimeMs }, sizes)) ?? []
  const expiresAt = plusMs(clock.now(), lifetimeMs)
  return db.transaction(async (tx) => {
    const { status } = await requireContent(tx, caller, projectId, contentId)
    const isOpen = status === 'uploaded' && (await prolongSession(tx, contentId, expiresAt))
    if (!isOpen) throw arrived()
    return {
      content_id: contentId,
      parts: parts.map(({ number, bytes, url }) => ({
        ...{ part_number: number, size_bytes: bytes, upload_url: url },
      })),
      expires_at: toIso(expiresAt),
    }
  })
}

const arrived = () => new ApiError('upload_refused', 'This recording has arrived already.')

const sizesOf = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / partBytes) }, (_, index) =>
    Math.min(partBytes, total - index * partBytes),
  )
