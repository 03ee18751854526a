import type { Caller } from '../../core/caller.ts'
import { ApiError, JobError } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import {
  endPause,
  markPaused,
  requireContent,
  toContentItem,
  type ContentItem,
  type ContentRow,
  type ContentRef,
} from '../content/content.ts'
import { failTranscription } from './outcome.ts'
import { readSettings } from './settings.ts'
import { queueTranscription, requireTranscriber, transcribeJob } from './transcripts.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'clock'>

const read = (
  sql: Sql,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<ContentRow> => requireContent(sql, caller, projectId, contentId)

/** Takes the work off the queue, or breaks it off, and keeps what is finished of it. */
export function pauseTranscription(
  { db, queue, clock }: Needs,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  return db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    requireProcessing(row)
    if (row.stage === 'paused') return toContentItem(row)
    await queue.cancel(tx, row.id, transcribeJob)
    await markPaused(tx, row.id, clock.now())
    return toContentItem(await read(tx, caller, ref))
  })
}

/** Puts a paused transcription at the end of the queue; one that is at work stays there. */
export async function resumeTranscription(
  deps: Needs & Pick<Deps, 'transcriber'>,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  const found = await read(deps.db.sql, caller, ref)
  requireProcessing(found)
  if (found.stage === 'paused') {
    await requireTranscriber(deps, (await readSettings(deps.db.sql, found.id)).speech_model)
  }
  return deps.db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    requireProcessing(row)
    if (row.stage !== 'paused') return toContentItem(row)
    return toContentItem(await queueTranscription(deps, tx, row.id, endPause))
  })
}

/** Ends it as failed at once; the engine, where it is at work, is told as soon as that is stored. */
export function cancelTranscription(
  deps: Needs,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  return deps.db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    // Choice: whoever sends it again after a lost answer is told that it is done.
    if (row.status === 'failed' && row.error_code === 'cancelled') return toContentItem(row)
    requireProcessing(row)
    await deps.queue.cancel(tx, row.id, transcribeJob)
    await failTranscription(deps, tx, row, new JobError('cancelled', 'It was cancelled.'))
    return toContentItem(await read(tx, caller, ref))
  })
}

function requireProcessing({ status }: ContentRow): void {
  if (status === 'processing') return
  throw new ApiError('content_not_processing', 'This recording is not being transcribed.')
}
