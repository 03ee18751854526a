import type { Readable } from 'node:stream'
import { openAccess, signAccess } from '../../blobs/upload-token.ts'
import { ApiError } from '../../core/errors.ts'
import { hour } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { dispositionOf } from '../../http/disposition.ts'
import type { ContentRow } from './content-item.ts'
import { selectContent } from './store.ts'

/** Where a player finds the recording; null until its bytes are here, and without sound. */
export function mediaOf(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  row: ContentRow,
  origin: string,
) {
  if (row.status === 'uploaded' || row.source === 'import') return null
  return {
    url: mediaAddress({ keys, clock }, row, origin),
    has_video: row.has_video,
    tracks: row.audio_tracks,
    state: row.media_state,
  }
}

/** A signed address of the file, whatever it holds. */
export function mediaAddress(
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  row: Pick<ContentRow, 'id' | 'content_type' | 'size_bytes'>,
  origin: string,
): string {
  // Valid for twelve to thirteen hours: within an hour the address stays the same, so that a
  // player does not start again whenever the item is read.
  const nextHour = Math.ceil(clock.now().getTime() / hour) * hour
  const token = signAccess(keys.upload, {
    method: 'GET',
    contentId: row.id,
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    expiresAt: new Date(nextHour + 12 * hour),
  })
  return `${origin}/v1/media/${token}`
}

type OpenedMedia = {
  bytes: number
  changedAt: Date
  read: (range: { start: number; end: number }) => Promise<Readable>
  contentType: string
  disposition: string
}

/**
 * What a media address opens: the recording, its type and how to name it; or the address in a store that gives the
 * same.
 */
export async function openMedia(
  { db, keys, clock, blobs }: Pick<Deps, 'db' | 'keys' | 'clock' | 'blobs'>,
  token: string,
  method: 'GET' | 'HEAD',
): Promise<OpenedMedia | { url: string }> {
  const access = openAccess(keys.upload, 'GET', token)
  if (!access || access.expiresAt <= clock.now()) {
    throw new ApiError('media_refused', 'This address has expired or was changed.')
  }
  const row = await selectContent(db.sql, access.contentId)
  if (!row) throw deleted()
  const shown = {
    contentType: /^(audio|video)\//i.test(row.content_type)
      ? row.content_type
      : 'application/octet-stream',
    disposition: dispositionOf(row.filename, 'inline'),
  }
  if (blobs.direct) {
    return { url: await blobs.direct.presignDownload(row.id, { method, ...shown }) }
  }
  const found = await blobs.stat(row.id)
  if (!found) throw deleted()
  return {
    ...found,
    ...shown,
    read: async (range: { start: number; end: number }) => {
      const stream = await blobs.read(row.id, range)
      if (!stream) throw deleted()
      return stream
    },
  }
}

const deleted = () => new ApiError('not_found', 'The recording was deleted.')
