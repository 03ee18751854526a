import { observe } from '../../core/observe.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema, ModelChoice } from '../../engine/engine.ts'
import type { JobRun } from '../../queue/job.ts'
import { reportProgress, whileCurrent } from '../../queue/job-writes.ts'
import { noteProgress, noteStart, toOutcome, type Outcome } from './outcome.ts'
import type { RunRow } from './run-store.ts'
import { readSource, type Source } from './source.ts'

export type AnalysisJobRun = JobRun<{
  analysis_id: string
  template: string
  output_schema: string
  model?: string
}>

/** The model of the job, or the one that the organization chose. */
export const choiceOf = (
  organizationId: string,
  { payload: { model } }: Pick<AnalysisJobRun, 'payload'>,
): ModelChoice => ({ organizationId, ...(model !== undefined && { model }) })

/**
 * What the prompt makes of the recording, as the columns that keep it; undefined where another
 * attempt owns the job. Throws a `JobError` where the engine fails or the result breaks the schema.
 */
export async function writeOutcome(
  deps: Deps,
  job: AnalysisJobRun,
  { run, choice }: { run: RunRow; choice: ModelChoice },
): Promise<Outcome | undefined> {
  const startedAt = deps.clock.now().getTime()
  const progress = reportProgress(deps, job, (tx, fraction) => noteProgress(tx, run.id, fraction))
  let source: Source | undefined
  // One transaction, so that no edit comes between reading a version and saying which it was.
  await whileCurrent(deps.db, job, async (tx) => {
    source = await readSource(tx, run.content_id, job.payload.template)
    await noteStart(tx, run.id, source.version)
  })
  if (!source) return undefined
  // The job's own text, written from a checked schema.
  const schema = JSON.parse(job.payload.output_schema) as JsonSchema
  const language = run.result_language
  const request = {
    ...source.request,
    schema,
    ...(language !== null && { resultLanguage: language }),
    choice,
  }
  const options = { signal: job.signal, onProgress: progress.report }
  const writing = await observe('stage', { stage: 'analysis' }, () =>
    deps.writer.write(request, options),
  ).finally(progress.settled)
  job.signal.throwIfAborted()
  const processing_time_ms = deps.clock.now().getTime() - startedAt
  return { ...toOutcome(schema, writing), processing_time_ms }
}
