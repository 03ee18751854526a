/** How a run moves on: each step in a transaction in which the job is still its owner. */
import { JobError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { compileSchema } from '../../engine/check-result.ts'
import type { JsonSchema, Writing } from '../../engine/engine.ts'
import { recordActions } from '../actions/record-actions.ts'
import { contentPath } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import { proposeTitle } from '../content/proposed-title.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import { indexContent } from '../search/index-content.ts'
import { updateRun, type RunRow } from './run-store.ts'
import type { AnalysisRow } from './store.ts'

const open = ['queued', 'processing'] as const

export const noteStart = (tx: Tx, id: string, transcriptVersion: number): Promise<boolean> =>
  updateRun(tx, id, open, {
    status: 'processing',
    progress: 0,
    transcript_version: transcriptVersion,
  })

export const noteProgress = (tx: Tx, id: string, progress: number): Promise<boolean> =>
  updateRun(tx, id, ['processing'], { progress })

export const noteStop = (tx: Tx, id: string): Promise<boolean> =>
  updateRun(tx, id, ['processing'], { status: 'queued', progress: null })

/** The columns of a finished run; throws a `JobError` where the result breaks the schema. */
export function toOutcome(schema: JsonSchema, writing: Writing) {
  return {
    result: JSON.stringify(checkResult(schema, writing.result)),
    evidence: JSON.stringify(writing.evidence),
    needs_language_model: JSON.stringify(writing.needsLanguageModel),
    coverage: JSON.stringify(writing.coverage),
    claims: writing.claims === undefined ? null : JSON.stringify(writing.claims),
    confidence_score: writing.confidenceScore,
    model_used: writing.modelUsed,
  }
}

export type Outcome = ReturnType<typeof toOutcome> & { processing_time_ms: number }

/**
 * The last check before a result is stored: it follows the prompt's schema, whichever engine wrote it
 * (reliability.md A-8). Returns it in a form that the database can hold.
 */
function checkResult(schema: JsonSchema, result: Record<string, unknown>): Record<string, unknown> {
  // JSON in the database holds neither NUL nor half a surrogate pair.
  const text = JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )
  // A copy of an object is one.
  const clean = JSON.parse(text) as Record<string, unknown>
  const problem = compileSchema(schema)(clean)
  if (problem === null) return clean
  throw new JobError('schema_not_satisfied', `The result does not follow the schema: ${problem}.`)
}

/** Result and, for an analysis, its action items, title, event and search entry, in one transaction. */
export async function completeRun(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  run: RunRow,
  outcome: Outcome,
): Promise<void> {
  const set = { ...outcome, status: 'completed' as const, progress: null }
  const isOpen = await updateRun(tx, run.id, open, { ...set, completed_at: deps.clock.now() })
  if (!isOpen || run.is_trial) return
  await recordActions(tx, run.content_id)
  await announce(deps, tx, run, {
    event: 'content_analysis.completed',
    data: {
      ...naming(run),
      status: 'completed',
      confidence_score: outcome.confidence_score,
    },
  })
  await proposeTitle(tx, run.content_id, outcome)
  await indexContent(tx, run.content_id)
}

export async function failRun(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  run: RunRow,
  { code, message }: JobError,
): Promise<void> {
  const error = { error_code: code, error_message: message }
  const set = { ...error, status: 'failed' as const, progress: null }
  const isOpen = await updateRun(tx, run.id, open, { ...set, completed_at: deps.clock.now() })
  if (!isOpen || run.is_trial) return
  await announce(deps, tx, run, {
    event: 'content_analysis.failed',
    data: { ...naming(run), error: { code, message } },
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
