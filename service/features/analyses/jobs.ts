import { JobError } from '../../core/errors.ts'
import { isFullDisk } from '../../core/full-disk.ts'
import type { Deps } from '../../deps.ts'
import { usesLanguageModel } from '../../engine/writer.ts'
import { handle, type JobHandler } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import { analysisJob } from './analyses.ts'
import { completeRun, failRun, noteStop } from './outcome.ts'
import { selectRun } from './run-store.ts'
import { selectProjectSettings } from './store.ts'
import { choiceOf, writeOutcome, type AnalysisJobRun } from './write.ts'

export const analysisJobs = (deps: Deps): JobHandler[] => [
  handle(
    analysisJob,
    (job) => analyze(deps, job),
    ({ analysis_id }) => giveUp(deps, analysis_id),
    (tx, { analysis_id }) => noteStop(tx, analysis_id),
  ),
]

/** Safe to run twice: every write first checks that this attempt still owns the job. */
async function analyze(deps: Deps, job: AnalysisJobRun): Promise<void> {
  const run = await selectRun(deps.db.sql, job.payload.analysis_id)
  if (run?.status !== 'queued' && run?.status !== 'processing') return
  // Asked when its turn comes: a model may have been installed, or removed, since it was queued.
  const project = await selectProjectSettings(deps.db.sql, run.project_id)
  if (!project) return
  const choice = choiceOf(project.organization_id, job)
  if (job.lane !== 'engine' && (await usesLanguageModel(deps.writer, choice))) {
    return job.moveTo('engine')
  }
  try {
    const outcome = await writeOutcome(deps, job, { run, choice })
    if (outcome) await atEnd(deps.db, job, (tx) => completeRun(deps, tx, run, outcome))
  } catch (error) {
    if (job.signal.aborted) {
      // Stopping gives the job back to the queue; a cancelled one has been recorded as such already.
      if (job.signal.reason !== 'stopping') return
      await whileCurrent(deps.db, job, (tx) => noteStop(tx, run.id))
      throw error
    }
    if (!(error instanceof JobError) || isFullDisk(error)) throw error
    await atEnd(deps.db, job, (tx) => failRun(deps, tx, run, error))
  }
}

async function giveUp(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const run = await selectRun(tx, id)
    const what = run?.is_trial ? 'trial' : 'analysis'
    const error = new JobError('interrupted', `The ${what} was interrupted too often.`)
    if (run) await failRun(deps, tx, run, error)
  })
}
