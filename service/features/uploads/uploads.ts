import { signAccess, type SignedAccess } from '../../blobs/upload-token.ts'
import type { Caller, Reach } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { day, hour, plusMs, toIso } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { tidyTitle } from '../content/change.ts'
import { toContentItem, type ContentItem } from '../content/content-item.ts'
import { addContent, dropContent, requireContent } from '../content/content.ts'
import { mostTranscriptBytes } from '../../engine/transcript-import/imported-transcript.ts'
import { transcriptFormatOf } from '../imports/formats.ts'
import { readSpeechModels, requireSpeech } from '../models/models.ts'
import { requireProject } from '../projects/projects.ts'
import { readSettings, resolveSpeech } from '../transcription/settings.ts'
import { queueTranscription, requireTranscriber } from '../transcription/transcription.ts'
import { requireStorage } from '../usage/usage.ts'
import { isAcceptedType, toKeptType } from './media-types.ts'
import type { NewUpload, UploadSession } from './schema.ts'
import {
  expireSessions,
  insertSession,
  selectAbandoned,
  selectOwnCopies,
  selectSession,
} from './store.ts'

export const maxFileBytes = 5_000_000_000 // api-choices.md 12: 5 GB
const lifetimeMs = hour
const written = { language: null, speech_model: null }

/**
 * Adds a content item and the one-time address its bytes go to. Without an `origin` nobody gets that, and
 * it is expired from the start: the service copies the file itself.
 */
export async function createUpload(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'keys' | 'config'>,
  caller: Reach & Partial<Pick<Caller, 'keyId'>>,
  projectId: string,
  { origin, folder, ...input }: NewUpload & { origin: string | null; folder?: string },
): Promise<UploadSession> {
  const { filename, content_type, size_bytes, priority, title, ...speech } =
    requireAcceptable(input)
  const found = await requireProject(deps.db.sql, caller, projectId)
  const keptType = toKeptType(content_type, filename)
  const source = sourceOf(keptType)
  // No model has to know the language of words that are written already.
  const pair = source === 'import' ? written : resolveSpeech(speech, found)
  requireSpeech(await readSpeechModels(deps, caller, speech), speech, pair)
  const expiresAt = plusMs(deps.clock.now(), origin === null ? 0 : lifetimeMs)
  return deps.db.transaction(async (tx) => {
    const project = await requireProject(tx, caller, projectId)
    await requireStorage(tx, caller.organizationId, size_bytes)
    const { id: contentId } = await addContent(deps, tx, project, {
      filename,
      content_type: keptType,
      size_bytes,
      source,
      speech,
      title: title === undefined ? null : tidyTitle(title),
      folder,
    })
    await insertSession(tx, {
      content_id: contentId,
      content_type,
      size_bytes,
      state: 'open',
      is_first: priority === 'first',
      expires_at: expiresAt,
      created_at: deps.clock.now(),
    })
    const file = { contentId, contentType: content_type, sizeBytes: size_bytes }
    const { keyId } = caller
    const access = { method: 'PUT' as const, ...file, expiresAt, ...(keyId && { keyId }) }
    return toUploadSession(
      access,
      `${origin ?? ''}/v1/uploads/${signAccess(deps.keys.upload, access)}`,
    )
  })
}

const toUploadSession = (
  { contentId, contentType, sizeBytes, expiresAt }: SignedAccess,
  url: string,
): UploadSession => ({
  content_id: contentId,
  upload_type: 'single',
  upload_url: url,
  upload_method: 'PUT',
  upload_headers: { 'Content-Type': contentType, 'Content-Length': String(sizeBytes) },
  expires_at: toIso(expiresAt),
})

const sourceOf = (type: string) => (transcriptFormatOf(type) === undefined ? 'recording' : 'import')

/** What is announced, where an upload of it may begin; throws why not. */
export function requireAcceptable(input: NewUpload): NewUpload {
  // PostgreSQL has no NUL in text, and half a surrogate pair is no character of any file system.
  if (input.filename.includes('\0') || !input.filename.isWellFormed()) {
    throw errors.invalid('filename', 'invalid', 'filename must be valid Unicode without NUL.')
  }
  if (!isAcceptedType(input.content_type)) {
    throw new ApiError(
      'unsupported_media_type',
      'content_type must be a known type of audio, video or transcript.',
    )
  }
  const source = sourceOf(toKeptType(input.content_type, input.filename))
  if (source === 'import' && input.size_bytes > mostTranscriptBytes) {
    throw new ApiError('payload_too_large', 'A transcript may have at most 10 MB.')
  }
  if (input.size_bytes > maxFileBytes) {
    throw new ApiError('payload_too_large', 'A recording may have at most 5 GB.')
  }
  return input
}

/**
 * Spec: confirming an upload begins processing. `isNew` is false where it had begun before: then
 * the item is returned as it is now.
 */
export async function completeUpload(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs' | 'transcriber'>,
  caller: Reach,
  projectId: string,
  contentId: string,
): Promise<{ isNew: boolean; item: ContentItem }> {
  const found = await requireContent(deps.db.sql, caller, projectId, contentId)
  if (found.status !== 'uploaded') return { isNew: false, item: toContentItem(found) }
  const session = await selectSession(deps.db.sql, contentId)
  const isHere = (await deps.blobs.stat(contentId))?.bytes === found.size_bytes
  if (session?.state !== 'used' || !isHere) {
    throw new ApiError('upload_incomplete', 'The file has not arrived yet; send it to upload_url.')
  }
  if (found.source === 'recording') {
    await requireTranscriber(deps, (await readSettings(deps.db.sql, contentId)).speech_model)
  }
  let isNew = false
  const item = await deps.db.transaction(async (tx) => {
    // Asked again inside: the item may have been deleted or confirmed meanwhile.
    const row = await requireContent(tx, caller, projectId, contentId)
    isNew = row.status === 'uploaded'
    const order = { isFirst: session.is_first }
    return toContentItem(isNew ? await queueTranscription(deps, tx, contentId, order) : row)
  })
  return { isNew, item }
}

/** At start, when nothing is being copied: what a stop or a kill of the service cut off is not there. */
export async function removeCutCopies(deps: Pick<Deps, 'db' | 'queue' | 'clock'>): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const rows = await selectOwnCopies(tx)
    for (const row of rows) await dropContent(deps, tx, row.organization_id, row)
  })
}

/** Choice: items never confirmed go 24 hours after their address expired (api-choices.md 9). */
export async function removeAbandonedUploads(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
): Promise<void> {
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    await expireSessions(tx, now)
    const rows = await selectAbandoned(tx, plusMs(now, -day))
    for (const row of rows) await dropContent(deps, tx, row.organization_id, row)
  })
}
