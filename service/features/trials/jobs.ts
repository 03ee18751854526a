import { JobError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema, Writing } from '../../engine/engine.ts'
import { handle, type JobHandler, type JobRun } from '../../queue/job.ts'
import { atEnd, reportProgress, whileCurrent } from '../../queue/job-writes.ts'
import { readSource, toOutcome, type Source } from '../analyses/analyses.ts'
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
  const startedAt = deps.clock.now().getTime()
  const source = await begin(deps, run, row)
  if (!source) return
  // The job's own text, written from a checked schema.
  const schema = JSON.parse(run.payload.output_schema) as JsonSchema
  const signal = AbortSignal.any([run.signal, gone.signal])
  const progress = reportProgress(deps, run, async (tx, fraction) => {
    const isThere = await updateTrial(tx, row.id, ['processing'], { progress: fraction })
    if (!isThere) gone.abort('cancelled')
  })
  const language = row.result_language
  const writing = await deps.writer
    .write(
      { ...source.request, schema, ...(language !== null && { resultLanguage: language }) },
      { signal, onProgress: progress.report },
    )
    .finally(progress.settled)
  signal.throwIfAborted()
  await complete(deps, run, { row, writing, schema, startedAt })
}

async function begin({ db }: Deps, run: Run, row: TrialRow): Promise<Source | undefined> {
  let source: Source | undefined
  await whileCurrent(db, run, async (tx) => {
    source = await readSource(tx, row.content_id, run.payload.template)
    const set = { status: 'processing' as const, progress: 0, transcript_version: source.version }
    await updateTrial(tx, row.id, open, set)
  })
  return source
}

type Finished = { row: TrialRow; writing: Writing; schema: JsonSchema; startedAt: number }

async function complete({ db, clock }: Deps, run: Run, done: Finished): Promise<void> {
  const completed_at = clock.now()
  const set = {
    ...toOutcome(done.schema, done.writing),
    status: 'completed' as const,
    progress: null,
    processing_time_ms: completed_at.getTime() - done.startedAt,
    completed_at,
  }
  await atEnd(db, run, (tx) => updateTrial(tx, done.row.id, open, set))
}

const toFailure = ({ clock }: Pick<Deps, 'clock'>, { code, message }: JobError) => ({
  status: 'failed' as const,
  progress: null,
  error_code: code,
  error_message: message,
  completed_at: clock.now(),
})
