// How an analysis moves on: each step in a transaction that the job still owns.
import type { JobError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema, Writing } from '../../engine/engine.ts'
import { recordActions } from '../actions/record-actions.ts'
import { contentPath, organizationOf } from '../content/content.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import { indexContent } from '../search/index-content.ts'
import { checkOutput } from './check-output.ts'
import { updateAnalysis, type AnalysisRow } from './store.ts'

const open = ['queued', 'processing'] as const

export const noteStart = (tx: Tx, id: string, transcriptVersion: number): Promise<boolean> =>
  updateAnalysis(tx, id, open, {
    status: 'processing',
    progress: 0,
    transcript_version: transcriptVersion,
  })

export const noteProgress = (tx: Tx, id: string, progress: number): Promise<boolean> =>
  updateAnalysis(tx, id, ['processing'], { progress })

export const noteStop = (tx: Tx, id: string): Promise<boolean> =>
  updateAnalysis(tx, id, ['processing'], { status: 'queued', progress: null })

/** The columns of a finished analysis; throws `JobError` where the result breaks the schema. */
export function toOutcome(schema: JsonSchema, writing: Writing) {
  return {
    result: JSON.stringify(checkOutput(schema, writing.result)),
    evidence: JSON.stringify(writing.evidence),
    coverage: JSON.stringify(writing.coverage),
    confidence_score: writing.confidenceScore,
    model_used: writing.modelUsed,
  }
}

type Outcome = ReturnType<typeof toOutcome> & { processing_time_ms: number }

/** Result, action items, event and search in one transaction. */
export async function completeAnalysis(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  row: AnalysisRow,
  outcome: Outcome,
): Promise<void> {
  const set = { ...outcome, status: 'completed' as const, progress: null }
  if (!(await updateAnalysis(tx, row.id, open, { ...set, completed_at: deps.clock.now() }))) return
  await recordActions(tx, row.content_id)
  await announce(deps, tx, row, {
    event: 'content_analysis.completed',
    data: {
      ...naming(row),
      status: 'completed',
      confidence_score: outcome.confidence_score,
    },
  })
  await indexContent(tx, row.content_id)
}

export async function failAnalysis(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  row: AnalysisRow,
  { code, message }: JobError,
): Promise<void> {
  const error = { error_code: code, error_message: message }
  const set = { ...error, status: 'failed' as const, progress: null }
  if (!(await updateAnalysis(tx, row.id, open, { ...set, completed_at: deps.clock.now() }))) return
  await announce(deps, tx, row, {
    event: 'content_analysis.failed',
    data: { ...naming(row), error: { code, message } },
  })
}

/** Choice: what the data of both events begins with (api-choices.md 10). */
const naming = ({ id, content_id, prompt_id, prompt_name, version }: AnalysisRow) => ({
  analysis_id: id,
  content_id,
  prompt_id,
  prompt_name,
  version,
})

async function announce(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  { id, content_id, project_id }: AnalysisRow,
  content: EventContent<'content_analysis.completed' | 'content_analysis.failed'>,
): Promise<void> {
  await recordEvent(deps, tx, {
    ...content,
    organizationId: await organizationOf(tx, content_id),
    projectId: project_id,
    link: `${contentPath(project_id, content_id)}/analyses/${id}`,
  })
}
