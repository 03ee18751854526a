import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import {
  findContent,
  organizationOf,
  requireContent,
  startProcessing,
  toContentItem,
  type ContentRow,
} from '../content/content.ts'
import { requireMinutes } from '../usage/usage.ts'
import type { Transcript } from './schema.ts'
import { withSpeakers } from './segments.ts'
import { selectTranscript, type TranscriptRow } from './store.ts'

export type { TranscriptRow } from './store.ts'
export { selectTranscript as findTranscript } from './store.ts'
export { displayName, withSpeakers } from './segments.ts'
export { Transcript } from './schema.ts'

export const transcribeJob = defineJob({
  name: 'content.transcribe',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'engine',
  attempts: 3,
})

export async function readTranscript(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
  contentId: string,
): Promise<Transcript> {
  const content = await requireContent(db.sql, caller, projectId, contentId)
  const row = await selectTranscript(db.sql, contentId)
  if (row) return toTranscriptRecord(row)
  // Choice: a failed item will never have one, so it is missing rather than not ready.
  if (content.status === 'failed') throw errors.notFound('transcript')
  throw new ApiError('transcript_not_ready', 'This recording is not transcribed yet.')
}

/** Runs transcription again; the old transcript stays readable until the new one replaces it. */
export async function reprocessContent(
  deps: Pick<Deps, 'db' | 'queue' | 'clock' | 'blobs' | 'transcriber'>,
  caller: Caller,
  projectId: string,
  contentId: string,
) {
  const found = await requireContent(deps.db.sql, caller, projectId, contentId)
  requireSettled(found)
  if ((await deps.blobs.size(contentId)) !== found.size_bytes) {
    throw new ApiError('upload_incomplete', 'The file of this recording is missing.')
  }
  await requireTranscriber(deps)
  return deps.db.transaction(async (tx) => {
    requireSettled(await requireContent(tx, caller, projectId, contentId))
    return toContentItem(await queueTranscription(deps, tx, contentId))
  })
}

function requireSettled({ status }: ContentRow): void {
  if (status === 'processing') {
    throw new ApiError('content_processing', 'This recording is being transcribed already.')
  }
  if (status === 'uploaded') {
    throw new ApiError('upload_incomplete', 'The upload of this recording is not complete.')
  }
}

/** Refuses work that no engine could do, before anything is changed. */
export async function requireTranscriber({ transcriber }: Pick<Deps, 'transcriber'>) {
  const status = await transcriber.status()
  if (status.ready) return
  throw new ApiError('model_unavailable', status.reason, { headers: { 'retry-after': '60' } })
}

/** The move to processing and its job, in one transaction; 402 where no minutes are left. */
export async function queueTranscription(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  contentId: string,
): Promise<ContentRow> {
  await requireMinutes(tx, await organizationOf(tx, contentId), clock.now())
  await startProcessing(tx, contentId, clock.now())
  await queue.enqueue(tx, transcribeJob.of({ content_id: contentId }, contentId))
  const row = await findContent(tx, contentId)
  if (!row) throw errors.notFound('content')
  return row
}

export const toTranscriptRecord = (row: TranscriptRow): Transcript => ({
  content_id: row.content_id,
  text: row.text,
  word_count: row.word_count,
  segments: withSpeakers(row),
  language: row.language,
  speakers: row.speakers,
  model_used: row.model_used,
  language_probability: row.language_probability,
  translated_to: row.translated_to,
  version: row.version,
  origin: row.origin,
  based_on: row.based_on,
  edited_by: row.edited_by,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})
