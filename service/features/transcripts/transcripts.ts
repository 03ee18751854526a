import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import {
  findContent,
  organizationOf,
  requireContent,
  startProcessing,
  type ContentRef,
  type ContentRow,
} from '../content/content.ts'
import { requireMinutes } from '../usage/usage.ts'
import { listSuggestions } from '../voices/voices.ts'
import type { Transcript } from './schema.ts'
import { selectRoot } from './edit-store.ts'
import { missingTranscript } from './missing.ts'
import { toTranscriptRecord } from './record.ts'
import { selectTranscript, type TranscriptRow } from './store.ts'

export { missingTranscript } from './missing.ts'
export { selectTranscript as findTranscript } from './store.ts'
export { displayName, withSpeakers, wordCounter } from './segments.ts'
export { Transcript } from './schema.ts'

export type TranscriptRef = ContentRef & {
  /** Left out, the current one. */
  version?: number | undefined
}

export const transcribeJob = defineJob({
  name: 'content.transcribe',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'engine',
  attempts: 3,
})

/** The current transcript of a recording, or one of its versions. */
export async function readTranscript(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId, version }: TranscriptRef,
): Promise<Transcript> {
  const content = await requireContent(db.sql, caller, projectId, contentId)
  const row = await selectTranscript(db.sql, contentId, version)
  if (row) return describeTranscript(db.sql, row)
  if (version !== undefined) throw errors.notFound('version')
  throw missingTranscript(content.status)
}

/** A transcript as it is answered, with the names that voice memory proposes for its speakers. */
export async function describeTranscript(sql: Sql, row: TranscriptRow): Promise<Transcript> {
  const root = await selectRoot(sql, row)
  return toTranscriptRecord(row, await listSuggestions(sql, row.content_id, root))
}

/** Refuses work that no engine could do, before anything is changed. */
export async function requireTranscriber(
  { transcriber }: Pick<Deps, 'transcriber'>,
  model: string | null,
): Promise<void> {
  const status = await transcriber.status(model ?? undefined)
  if (status.ready) return
  throw new ApiError('model_unavailable', status.reason, { headers: { 'retry-after': '60' } })
}

/**
 * The move to processing and its job, in one transaction; 402 where no minutes are left.
 * @param move how the item gets there: anew, or out of a pause
 */
export async function queueTranscription(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  contentId: string,
  move: typeof startProcessing = startProcessing,
): Promise<ContentRow> {
  await requireMinutes(tx, await organizationOf(tx, contentId), clock.now())
  await move(tx, contentId, clock.now())
  await queue.enqueue(tx, transcribeJob.of({ content_id: contentId }, contentId))
  const row = await findContent(tx, contentId)
  if (!row) throw errors.notFound('content')
  return row
}
