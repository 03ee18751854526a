import { partBytes, type DirectTransfers } from '../../blobs/direct-transfers.ts'
import type { Reach } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import { hour, plusMs, toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import type { UploadParts } from './schema.ts'
import { keepParts, prolongSession, selectSession } from './store.ts'

const lifetimeMs = hour
/** Each upload in parts that had ended was replaced by another request; so many in a row are no chance any more. */
const mostTries = 5

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
  const { direct } = blobs
  const parts =
    direct && sizes.length > 0 ? await presignParts({ db, direct }, contentId, sizes) : []
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

/** What is kept with the session decides which upload in parts all requests go on with. */
async function presignParts(
  { db, direct }: Pick<Deps, 'db'> & { direct: DirectTransfers },
  contentId: string,
  sizes: readonly number[],
) {
  let partsId = (await selectSession(db.sql, contentId))?.parts_id ?? null
  for (let tries = 0; tries < mostTries; tries += 1) {
    const parts = partsId && (await direct.presignParts({ contentId, partsId, lifetimeMs }, sizes))
    if (parts) return parts
    const begun = await direct.beginParts(contentId)
    partsId = await keepParts(db.sql, contentId, { before: partsId, partsId: begun })
    // What this leaves behind is removed with the recording, or swept.
    if (partsId !== begun) await direct.abortParts(contentId, begun).catch(() => {})
    if (partsId === null) throw arrived()
  }
  throw new ApiError('storage_unavailable', 'The store goes on with no upload in parts.', {
    headers: { 'retry-after': '5' },
  })
}

const arrived = () => new ApiError('upload_refused', 'This recording has arrived already.')

const sizesOf = (total: number): number[] =>
  Array.from({ length: Math.ceil(total / partBytes) }, (_, index) =>
    Math.min(partBytes, total - index * partBytes),
  )
