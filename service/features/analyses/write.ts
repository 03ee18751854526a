import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema } from '../../engine/engine.ts'
import type { JobRun } from '../../queue/job.ts'
import { reportProgress, whileCurrent } from '../../queue/job-writes.ts'
import { toOutcome } from './outcome.ts'
import { readSource, type Source } from './source.ts'

type Run = JobRun<{ template: string; output_schema: string }>

export type WritingWork = {
  contentId: string
  /** ISO 639-1 code of the answer; null, that of the speech. */
  language: string | null
  signal: AbortSignal
  /** Told in the transaction that reads the transcript of this version. */
  onStart: (tx: Tx, version: number) => Promise<unknown>
  onProgress: (tx: Tx, fraction: number) => Promise<unknown>
}

/**
 * What a prompt makes of a recording, as the columns that keep it, whether it is an analysis or only
 * tried. Undefined where another attempt owns the job. Throws `JobError`s.
 */
export async function writeOutcome(deps: Deps, run: Run, work: WritingWork) {
  const startedAt = deps.clock.now().getTime()
  const source = await begin(deps, run, work)
  if (!source) return undefined
  // The job's own text, written from a checked schema.
  const schema = JSON.parse(run.payload.output_schema) as JsonSchema
  const { language, signal } = work
  const progress = reportProgress(deps, run, work.onProgress)
  const writing = await deps.writer
    .write(
      { ...source.request, schema, ...(language !== null && { resultLanguage: language }) },
      { signal, onProgress: progress.report },
    )
    .finally(progress.settled)
  signal.throwIfAborted()
  const outcome = toOutcome(schema, writing)
  return { ...outcome, processing_time_ms: deps.clock.now().getTime() - startedAt }
}

/** Reads and says what it read at once, so that an edit in between cannot change that version. */
async function begin({ db }: Deps, run: Run, { contentId, onStart }: WritingWork) {
  let source: Source | undefined
  await whileCurrent(db, run, async (tx) => {
    source = await readSource(tx, contentId, run.payload.template)
    await onStart(tx, source.version)
  })
  return source
}
