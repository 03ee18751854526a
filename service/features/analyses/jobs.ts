import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, whileCurrent } from '../../queue/job-writes.ts'
import { analysisJob } from './analyses.ts'
import { completeAnalysis, failAnalysis, noteProgress, noteStart, noteStop } from './outcome.ts'
import { selectAnalysis, type AnalysisRow } from './store.ts'
import { writeOutcome } from './write.ts'

type Run = JobRun<{ analysis_id: string; template: string; output_schema: string }>

export const analysisJobs = (deps: Deps): JobHandler[] => [
  handle(
    analysisJob,
    (run) => analyze(deps, run),
    ({ analysis_id }) => giveUp(deps, analysis_id),
  ),
]

/** Safe to run twice: every write asks first whether this run still owns the job. */
async function analyze(deps: Deps, run: Run): Promise<void> {
  const row = await selectAnalysis(deps.db.sql, run.payload.analysis_id)
  if (row?.status !== 'queued' && row?.status !== 'processing') return
  try {
    await write(deps, run, row)
  } catch (error) {
    if (run.signal.aborted) {
      // Stopping gives the job back to the queue; after a cancel there is nothing left to tell.
      if (run.signal.reason !== 'stopping') return
      await whileCurrent(deps.db, run, (tx) => noteStop(tx, row.id))
      throw error
    }
    if (!(error instanceof JobError)) throw error
    await atEnd(deps.db, run, (tx) => failAnalysis(deps, tx, row, error))
  }
}

async function write(deps: Deps, run: Run, row: AnalysisRow): Promise<void> {
  const outcome = await writeOutcome(deps, run, {
    contentId: row.content_id,
    language: row.result_language,
    signal: run.signal,
    onStart: (tx, version) => noteStart(tx, row.id, version),
    onProgress: (tx, fraction) => noteProgress(tx, row.id, fraction),
  })
  if (!outcome) return
  await atEnd(deps.db, run, (tx) => completeAnalysis(deps, tx, row, outcome))
}

async function giveUp(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await selectAnalysis(tx, id)
    const error = new JobError('interrupted', 'The analysis was interrupted too often.')
    if (row) await failAnalysis(deps, tx, row, error)
  })
}
