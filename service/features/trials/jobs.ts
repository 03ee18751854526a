import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import { writeOutcome } from '../analyses/analyses.ts'
import { selectTrial, updateTrial, type TrialRow } from './store.ts'
import { trialJob } from './trials.ts'

type Run = JobRun<{ trial_id: string; template: string; output_schema: string }>

const open = ['queued', 'processing'] as const

export const trialJobs = (deps: Deps): JobHandler[] => [
  handle(
    trialJob,
    (run) => tryOut(deps, run),
    async ({ trial_id: id }) => {
      const error = new JobError('interrupted', 'The trial was interrupted too often.')
      await updateTrial(deps.db.sql, id, open, toFailure(deps, error))
    },
  ),
]

/** Safe to run twice: every write asks first whether this run still owns the job. */
async function tryOut(deps: Deps, run: Run): Promise<void> {
  const row = await selectTrial(deps.db.sql, run.payload.trial_id)
  if (row?.status !== 'queued' && row?.status !== 'processing') return
  // Set once the trial is gone with its recording, which cancels no work but its own.
  const gone = new AbortController()
  try {
    await write(deps, run, { row, gone })
  } catch (error) {
    if (gone.signal.aborted) return
    if (run.signal.aborted) {
      // Stopping gives the job back to the queue; after a cancel there is nothing left to tell.
      if (run.signal.reason !== 'stopping') return
      const set = { status: 'queued' as const, progress: null }
      await whileCurrent(deps.db, run, (tx) => updateTrial(tx, row.id, ['processing'], set))
      throw error
    }
    if (!(error instanceof JobError)) throw error
    await atEnd(deps.db, run, (tx) => updateTrial(tx, row.id, open, toFailure(deps, error)))
  }
}

type Trying = { row: TrialRow; gone: AbortController }

async function write(deps: Deps, run: Run, { row, gone }: Trying): Promise<void> {
  const outcome = await writeOutcome(deps, run, {
    contentId: row.content_id,
    language: row.result_language,
    signal: AbortSignal.any([run.signal, gone.signal]),
    onStart: (tx, version) =>
      updateTrial(tx, row.id, open, {
        status: 'processing',
        progress: 0,
        transcript_version: version,
      }),
    onProgress: async (tx, progress) => {
      const isThere = await updateTrial(tx, row.id, ['processing'], { progress })
      if (!isThere) gone.abort('cancelled')
    },
  })
  if (!outcome) return
  const completed_at = deps.clock.now()
  const set = { ...outcome, status: 'completed' as const, progress: null, completed_at }
  await atEnd(deps.db, run, (tx) => updateTrial(tx, row.id, open, set))
}

const toFailure = ({ clock }: Pick<Deps, 'clock'>, { code, message }: JobError) => ({
  status: 'failed' as const,
  progress: null,
  error_code: code,
  error_message: message,
  completed_at: clock.now(),
})
