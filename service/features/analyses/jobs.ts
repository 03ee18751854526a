import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema } from '../../engine/engine.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, reportProgress, whileCurrent } from '../../queue/job-writes.ts'
import { analysisJob } from './analyses.ts'
import {
  completeAnalysis,
  failAnalysis,
  noteProgress,
  noteStart,
  noteStop,
  toOutcome,
} from './outcome.ts'
import { readSource, type Source } from './source.ts'
import { selectAnalysis, type AnalysisRow } from './store.ts'

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
  const startedAt = deps.clock.now().getTime()
  const source = await begin(deps, run, row)
  if (!source) return
  // The job's own text, written from a checked schema.
  const schema = JSON.parse(run.payload.output_schema) as JsonSchema
  const language = row.result_language
  const progress = reportProgress(deps, run, (tx, fraction) => noteProgress(tx, row.id, fraction))
  const writing = await deps.writer
    .write(
      { ...source.request, schema, ...(language !== null && { resultLanguage: language }) },
      { signal: run.signal, onProgress: progress.report },
    )
    .finally(progress.settled)
  run.signal.throwIfAborted()
  const outcome = toOutcome(schema, writing)
  const processing_time_ms = deps.clock.now().getTime() - startedAt
  await atEnd(deps.db, run, (tx) =>
    completeAnalysis(deps, tx, row, { ...outcome, processing_time_ms }),
  )
}

/** Reads and says what it read at once, so that an edit in between cannot change that version. */
async function begin({ db }: Deps, run: Run, row: AnalysisRow) {
  let source: Source | undefined
  await whileCurrent(db, run, async (tx) => {
    source = await readSource(tx, row.content_id, run.payload.template)
    await noteStart(tx, row.id, source.version)
  })
  return source
}

async function giveUp(deps: Deps, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const row = await selectAnalysis(tx, id)
    const error = new JobError('interrupted', 'The analysis was interrupted too often.')
    if (row) await failAnalysis(deps, tx, row, error)
  })
}
