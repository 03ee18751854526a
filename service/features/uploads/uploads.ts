import { signAccess } from '../../blobs/upload-token.ts'
import type { Caller, Reach } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { isStorable } from '../../core/storable.ts'
import { day, hour, plusMs, toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { tidyTitle } from '../content/change.ts'
import { toContentItem, type ContentItem, type ContentRow } from '../content/content-item.ts'
import { addContent, dropContent, requireContent } from '../content/content.ts'
import { mostTranscriptBytes } from '../../engine/transcript-import/imported-transcript.ts'
import { transcriptFormatOf } from '../imports/formats.ts'
import { readSpeechModels, requireSpeech } from '../models/models.ts'
import { requireProject } from '../projects/projects.ts'
import { readSettings, resolveSpeech } from '../transcription/settings.ts'
import {
  longestSeconds,
  queueTranscription,
  requireTranscriber,
} from '../transcription/transcription.ts'
import { requireMinutes, requireStorage } from '../usage/usage.ts'
import { whileClaimed, type ClaimDeps, type Fulfil } from './claims.ts'
import { isAcceptedType, toKeptType } from './media-types.ts'
import { acceptUpload, noteStored } from './receive.ts'
import type { NewUpload } from './schema.ts'
import {
  expireSessions,
  insertSession,
  selectAbandoned,
  selectOwnCopies,
  selectSession,
  upsertSession,
  type UploadSessionRow,
} from './store.ts'
import type { UploadSession } from './upload-session.ts'

export const maxFileBytes = 5_000_000_000 // api-choices.md 12: 5 GB
const lifetimeMs = hour
type CompleteDeps = ClaimDeps & Pick<Deps, 'clock' | 'transcriber'>

const written = { language: null, speech_model: null }

/**
 * Adds a content item and the one-time address its bytes go to. Without an `origin` nobody gets that, and
 * it is expired from the start: the service copies the file itself.
 */
export async function createUpload(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'keys' | 'config' | 'blobs'>,
  caller: Reach & Partial<Pick<Caller, 'keyId'>>,
  projectId: string,
  { origin, folder, ...input }: NewUpload & { origin: string | null; folder?: string },
): Promise<UploadSession> {
  const { filename, content_type, size_bytes, sha256, priority, title, ...speech } =
    requireAcceptable(input)
  const found = await requireProject(deps.db.sql, caller, projectId)
  const keptType = toKeptType(content_type, filename)
  const source = sourceOf(keptType)
  // No model has to know the language of words that are written already.
  const pair = source === 'import' ? written : resolveSpeech(speech, found)
  requireSpeech(await readSpeechModels(deps, caller, speech), speech, pair)
  const contentId = newId('cont')
  const announced = { contentId, content_type, size_bytes, sha256: sha256 ?? null }
  const signed = await signUpload(deps, caller, { ...announced, origin })
  return deps.db.transaction(async (tx) => {
    const project = await requireProject(tx, caller, projectId)
    await requireStorage(tx, caller.organizationId, size_bytes)
    // Asked again with the confirmation; told now, before somebody has sent it all.
    if (source !== 'import') await requireMinutes(tx, caller.organizationId, deps.clock.now())
    await addContent(deps, tx, project, {
      id: contentId,
      filename,
      content_type: keptType,
      size_bytes,
      source,
      speech,
      title: title === undefined ? null : tidyTitle(title),
      folder,
    })
    await insertSession(tx, { ...signed.row, is_first: priority === 'first' })
    return signed.session
  })
}

type Announced = Pick<UploadSessionRow, 'content_type' | 'size_bytes' | 'sha256'> & {
  contentId: string
  /** Of this service, as the sender knows it; null where nobody gets the address. */
  origin: string | null
}

/** The one-time address of an item's bytes, and the row that remembers it; nothing is stored yet. */
export async function signUpload(
  deps: Pick<Deps, 'clock' | 'keys' | 'blobs'>,
  { keyId }: Partial<Pick<Caller, 'keyId'>>,
  { contentId, origin, ...told }: Announced,
) {
  const now = deps.clock.now()
  const expiresAt = plusMs(now, origin === null ? 0 : lifetimeMs)
  const { content_type, size_bytes, sha256 } = told
  const file = { contentId, contentType: content_type, sizeBytes: size_bytes }
  const direct =
    origin === null ? null : await deps.blobs.direct?.presignUpload({ ...file, sha256, lifetimeMs })
  const access = { method: 'PUT' as const, ...file, expiresAt, ...(keyId && { keyId }) }
  const { url, headers } = direct ?? {
    url: `${origin ?? ''}/v1/uploads/${signAccess(deps.keys.upload, access)}`,
    headers: { 'Content-Type': content_type, 'Content-Length': String(size_bytes) },
  }
  const session: UploadSession = {
    content_id: contentId,
    upload_type: 'single',
    upload_url: url,
    upload_method: 'PUT',
    upload_headers: headers,
    expires_at: toIso(expiresAt),
    limits: limitsOf(content_type),
  }
  const times = { expires_at: expiresAt, created_at: now }
  return { session, row: { content_id: contentId, ...told, state: 'open' as const, ...times } }
}

const limitsOf = (type: string): UploadSession['limits'] =>
  sourceOf(type) === 'import'
    ? { max_size_bytes: mostTranscriptBytes, max_duration_seconds: null }
    : { max_size_bytes: maxFileBytes, max_duration_seconds: longestSeconds }

/** The item's bytes may come to a newly signed address, whatever became of an earlier one. */
export const reopenUpload = (
  tx: Tx,
  { row }: Pick<Awaited<ReturnType<typeof signUpload>>, 'row'>,
): Promise<void> => upsertSession(tx, row)

const sourceOf = (type: string) => (transcriptFormatOf(type) === undefined ? 'recording' : 'import')

/** What is announced, where an upload of it may begin; throws why not. */
export function requireAcceptable(input: NewUpload): NewUpload {
  // PostgreSQL has no NUL in text, and half a surrogate pair is no character of any file system.
  if (!isStorable(input.filename)) {
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
  deps: CompleteDeps,
  caller: Reach,
  projectId: string,
  contentId: string,
): Promise<{ isNew: boolean; item: ContentItem }> {
  const found = await requireContent(deps.db.sql, caller, projectId, contentId)
  if (found.status !== 'uploaded') return { isNew: false, item: toContentItem(found) }
  const confirmed = await whileClaimed(deps, contentId, (fulfil) =>
    confirm(deps, caller, found, fulfil),
  )
  if (confirmed !== null) return confirmed
  const now = await requireContent(deps.db.sql, caller, projectId, contentId)
  // In a folder, a twin of this request may have been first.
  if (now.status !== 'uploaded') return { isNew: false, item: toContentItem(now) }
  throw new ApiError('upload_incomplete', 'The file has not arrived yet; send it to upload_url.')
}

/** Null where nothing was sent. */
async function confirm(deps: CompleteDeps, caller: Reach, found: ContentRow, fulfil: Fulfil) {
  const { id } = found
  const arrived = await findArrived(deps, found)
  if (!arrived) return null
  const { session, stored } = arrived
  if (found.source === 'recording') {
    await requireTranscriber(deps, (await readSettings(deps.db.sql, id)).speech_model)
  }
  let isNew = false
  // Its result is what an Idempotency-Key keeps of the answer.
  const item = await deps.db.transaction(async (tx) => {
    // Asked again inside: the item may have been deleted or confirmed meanwhile.
    const row = await requireContent(tx, caller, found.project_id, id)
    isNew = row.status === 'uploaded'
    if (!isNew) return toContentItem(row)
    await fulfil(tx)
    if (stored) await noteStored(tx, id, stored)
    return toContentItem(await queueTranscription(deps, tx, id, { isFirst: session.is_first }))
  })
  // What stays after a failure here is swept later, as what was never confirmed is.
  if (stored) await deps.blobs.direct?.forgetUpload(id).catch(() => {})
  return { isNew, item }
}

/**
 * What was sent to a store is looked at now, and `stored` tells it; here it was when it came. Null where nothing came.
 * For who has the claim of the item.
 */
export async function findArrived(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { id, size_bytes }: Pick<ContentRow, 'id' | 'size_bytes'>,
) {
  const session = await selectSession(deps.db.sql, id)
  if (!session) return null
  if (session.state === 'used') {
    const isHere = (await deps.blobs.stat(id))?.bytes === size_bytes
    return isHere ? { session, stored: null } : null
  }
  const stored = await acceptUpload(deps, session)
  return stored && { session, stored }
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
