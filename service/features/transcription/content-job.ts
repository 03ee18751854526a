import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd } from '../../queue/job-writes.ts'
import type { ContentRow } from '../content/content-item.ts'
import { findContent } from '../content/content.ts'
import type { importJob } from '../imports/import-job.ts'
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
    await work(run, content)
  } catch (error) {
    if (run.signal.aborted) {
      // On shutdown the job goes back to the queue; after a cancel there is nothing left to report.
      if (run.signal.reason === 'stopping') throw error
      return
    }
    if (!(error instanceof JobError)) throw error
    await atEnd(deps.db, run, (tx) => failTranscription(deps, tx, content, error))
  }
}

async function giveUp(deps: Deps, contentId: string, error: JobError): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const content = await findContent(tx, contentId)
    if (content?.status === 'processing') await failTranscription(deps, tx, content, error)
  })
}
