import { JobError } from '../../core/errors.ts'
import { isFullDisk } from '../../core/full-disk.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import { checkMedia } from '../content/media-state.ts'
import { markQueued, noteProgress } from '../content/status.ts'
import type { importJob } from '../imports/import-job.ts'
import { recordNotice } from '../notices/notices.ts'
import { failTranscription } from './outcome.ts'
import type { transcribeJob } from './transcription.ts'

export type ContentRun = JobRun<{ content_id: string }>

type ContentWork = {
  definition: typeof transcribeJob | typeof importJob
  /** Called only for an item in processing. A JobError ends the item as failed. */
  work: (run: ContentRun, content: ContentRow) => Promise<void>
  /** Why an item failed whose job was started too often. */
  interrupted: string
}

/** Binds a job that makes an item's transcript: by transcribing its sound, or by reading its file. */
export const handleContent = (
  deps: Deps,
  { definition, work, interrupted }: ContentWork,
): JobHandler =>
  handle(
    definition,
    (run) => workOnContent(deps, run, work),
    ({ content_id: id }) => giveUp(deps, id, new JobError('interrupted', interrupted)),
    (tx, { content_id: id }) => markQueued(tx, id, deps.clock.now()),
  )

/** Safe to run twice: every write first checks that this run still owns the job. */
async function workOnContent(
  deps: Deps,
  run: ContentRun,
  work: ContentWork['work'],
): Promise<void> {
  const content = await findContent(deps.db.sql, run.payload.content_id)
  if (content?.status !== 'processing' || content.stage === 'paused') return
  try {
    await requireBytes(deps, run, content)
    await work(run, content)
  } catch (error) {
    if (run.signal.aborted) {
      // After a cancel there is nothing left to report.
      if (run.signal.reason !== 'stopping') return
      await whileCurrent(deps.db, run, (tx) => markQueued(tx, content.id, deps.clock.now()))
      throw error
    }
    if (isFullDisk(error)) await noteWaiting(deps, run)
    if (!(error instanceof JobError) || isFullDisk(error)) throw error
    await atEnd(deps.db, run, (tx) => fail(deps, tx, content, error))
  }
}

/** A transcript is never made, nor replaced, from bytes that are not those that were sent. */
async function requireBytes(deps: Deps, run: ContentRun, content: ContentRow): Promise<void> {
  const state = await checkMedia(deps, content, run.signal)
  if (state === 'damaged') {
    throw new JobError('media_damaged', 'The file was changed on the disk after it was sent.')
  }
  if (state === 'missing') throw new JobError('media_missing', 'The file is gone from the disk.')
}

/** Where even this cannot be written, the item is shown as it was. */
async function noteWaiting({ db, log }: Deps, run: ContentRun): Promise<void> {
  const step = { stage: 'waiting_for_space', progress: 0, remaining_seconds: null } as const
  await whileCurrent(db, run, (tx) => noteProgress(tx, run.payload.content_id, step)).catch(
    (error: unknown) => log.warn({ err: error }, 'that a recording waits for space was not stored'),
  )
}

/** The owner was told of these when the file was compared. */
const toldBefore: readonly string[] = ['media_damaged', 'media_missing']

/** Ends the item as failed, and tells the owner, who may be elsewhere by now. */
async function fail(deps: Deps, tx: Tx, content: ContentRow, error: JobError): Promise<void> {
  const isOver = await failTranscription(deps, tx, content, error)
  if (!isOver || toldBefore.includes(error.code)) return
  const { id, project_id: projectId, shown_title: title, source } = content
  await recordNotice(deps, tx, {
    organizationId: await organizationOf(tx, id),
    kind: 'recording_failed',
    title: `“${title}” could not be ${source === 'import' ? 'read' : 'transcribed'}`,
    body: 'Its page says why, and what helps.',
    link: `/app/#/projects/${projectId}/recordings/${id}`,
  })
}

async function giveUp(deps: Deps, contentId: string, error: JobError): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const content = await findContent(tx, contentId)
    if (content?.status === 'processing') await fail(deps, tx, content, error)
  })
}
