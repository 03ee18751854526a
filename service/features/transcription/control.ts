import type { Caller } from '../../core/caller.ts'
import { ApiError, JobError } from '../../core/errors.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { toContentItem, type ContentItem, type ContentRow } from '../content/content-item.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { markPaused, markQueued } from '../content/status.ts'
import { failTranscription } from './outcome.ts'
import { readSettings } from './settings.ts'
import { jobOf, queueTranscription, requireTranscriber } from './transcription.ts'

type ControlDeps = Pick<Deps, 'db' | 'queue' | 'clock'>

const read = (
  sql: Sql,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<ContentRow> => requireContent(sql, caller, projectId, contentId)

/** Takes the job off the queue, or interrupts it; finished parts are kept. */
export function pauseTranscription(
  { db, ...deps }: ControlDeps,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  return db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    requireProcessing(row)
    await pauseRecording(deps, tx, row)
    return toContentItem(await read(tx, caller, ref))
  })
}

/** Nothing where it is not being transcribed, or is paused. */
export async function pauseRecording(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  row: ContentRow,
): Promise<void> {
  if (row.status !== 'processing' || row.stage === 'paused') return
  await queue.cancel(tx, row.id, jobOf(row))
  await markPaused(tx, row.id, clock.now())
}

/** Puts a paused transcription at the end of the queue; a running one is left alone. */
export async function resumeTranscription(
  deps: ControlDeps & Pick<Deps, 'transcriber'>,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  const found = await read(deps.db.sql, caller, ref)
  requireProcessing(found)
  if (found.stage === 'paused' && found.source === 'recording') {
    await requireTranscriber(deps, (await readSettings(deps.db.sql, found.id)).speech_model)
  }
  return deps.db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    requireProcessing(row)
    if (row.stage !== 'paused') return toContentItem(row)
    return toContentItem(await queueTranscription(deps, tx, row.id, { move: markQueued }))
  })
}

/** Moves what waits of a recording, its transcription and its analyses, before all else that waits. */
export function prioritizeContent(
  { db, queue }: Pick<Deps, 'db' | 'queue'>,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  return db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    if (await queue.moveUp(tx, row.id)) return toContentItem(row)
    throw new ApiError('content_not_processing', 'Nothing of this recording waits in the queue.')
  })
}

/** Marks it as failed at once; a running engine is aborted as soon as that is committed. */
export function cancelTranscription(
  deps: ControlDeps,
  caller: Caller,
  ref: ContentRef,
): Promise<ContentItem> {
  return deps.db.transaction(async (tx) => {
    const row = await read(tx, caller, ref)
    // Choice: a repeated request, after a lost response, gets the same answer.
    if (row.status === 'failed' && row.error_code === 'cancelled') return toContentItem(row)
    requireProcessing(row)
    await deps.queue.cancel(tx, row.id, jobOf(row))
    await failTranscription(deps, tx, row, new JobError('cancelled', 'It was cancelled.'))
    return toContentItem(await read(tx, caller, ref))
  })
}

function requireProcessing({ status }: ContentRow): void {
  if (status === 'processing') return
  throw new ApiError('content_not_processing', 'This recording is not being transcribed.')
}
