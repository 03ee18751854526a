// How insights move on: each step in a transaction that the job still owns.
import type { JobError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import type { InsightsResult } from './schema.ts'
import { selectOrganizationId, updateInsights, type InsightsRow } from './store.ts'

const open = ['queued', 'processing'] as const

export const noteStart = (tx: Tx, id: string): Promise<boolean> =>
  updateInsights(tx, id, open, { status: 'processing' })

export const noteStop = (tx: Tx, id: string): Promise<boolean> =>
  updateInsights(tx, id, ['processing'], { status: 'queued' })

export type Outcome = { contentAnalyzed: number; result: InsightsResult }

/** Result and event in one transaction. */
export async function completeInsights(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  row: InsightsRow,
  { contentAnalyzed, result }: Outcome,
): Promise<void> {
  const isDone = await updateInsights(tx, row.id, open, {
    status: 'completed',
    content_analyzed: contentAnalyzed,
    result: JSON.stringify(result),
    completed_at: deps.clock.now(),
  })
  if (!isDone) return
  await announce(deps, tx, row.project_id, {
    event: 'project_insights.completed',
    data: { ...naming(row), content_analyzed: contentAnalyzed },
    link: `/v1/projects/${row.project_id}/insights`,
  })
}

export async function failInsights(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  row: InsightsRow,
  { code, message }: JobError,
): Promise<void> {
  const isDone = await updateInsights(tx, row.id, open, {
    status: 'failed',
    error_code: code,
    error_message: message,
    completed_at: deps.clock.now(),
  })
  if (!isDone) return
  await announce(deps, tx, row.project_id, {
    event: 'project_insights.failed',
    data: { ...naming(row), error: { code, message } },
    // Failed ones are only in the history.
    link: `/v1/projects/${row.project_id}/insights/history`,
  })
}

/** Choice: what the data of both events has (choices.md 10). */
const naming = ({ id, lookback_days }: InsightsRow) => ({ insights_id: id, lookback_days })

type Announcement = EventContent<'project_insights.completed' | 'project_insights.failed'>

async function announce(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  projectId: string,
  content: Announcement & { link: string },
): Promise<void> {
  const organizationId = await selectOrganizationId(tx, projectId)
  await recordEvent(deps, tx, { ...content, organizationId, projectId })
}
