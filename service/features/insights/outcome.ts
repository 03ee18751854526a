// How insights move on: each step in a transaction that the job still owns.
import type { JobError } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent, type EventContent } from '../events/events.ts'
import { areKept, replaceSources, type Source } from './findings-store.ts'
import { queueRecount } from './insights.ts'
import type { StoredResult } from './collect-evidence.ts'
import {
  selectInsights,
  selectOrganizationId,
  updateCounted,
  updateInsights,
  withoutKnown,
  type InsightsRow,
} from './store.ts'

const open = ['queued', 'processing'] as const

export const noteStart = (tx: Tx, id: string): Promise<boolean> =>
  updateInsights(tx, id, open, { status: 'processing' })

export const noteStop = (tx: Tx, id: string): Promise<boolean> =>
  updateInsights(tx, id, ['processing'], { status: 'queued' })

/** What insights are counted from; `compared`: those that they are compared with. */
export type Read = Record<'now' | 'before' | 'compared', readonly Source[]> & {
  recordingsRead: number
  comparedWith: string | null
}

/**
 * From here on they are counted from these, also when a recording of them is deleted. False where one was before: what
 * was counted from them does not hold.
 */
export async function noteSources(
  tx: Tx,
  id: string,
  { now, before, compared, recordingsRead, comparedWith }: Read,
): Promise<boolean> {
  const own = [
    ...now.map(({ findings_id }) => ({ findings_id, is_current: true })),
    ...before.map(({ findings_id }) => ({ findings_id, is_current: false })),
  ]
  const isWhole = await replaceSources(tx, id, own)
  await updateInsights(tx, id, open, {
    recordings_read: recordingsRead,
    compared_with: comparedWith,
    removed_ids: [],
    removed_recordings: 0,
  })
  return (
    isWhole &&
    areKept(
      tx,
      compared.map(({ findings_id }) => findings_id),
    )
  )
}

/** `row` is what the counting began with. */
export type Outcome = { row: InsightsRow; contentAnalyzed: number; result: StoredResult }

const columnsOf = ({ contentAnalyzed, result }: Outcome) => ({
  content_analyzed: contentAnalyzed,
  result: JSON.stringify(result),
})

/** Result and event in one transaction. */
export async function completeInsights(
  deps: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  outcome: Outcome,
): Promise<void> {
  const { row, contentAnalyzed } = outcome
  const isDone = await updateInsights(tx, row.id, open, {
    ...columnsOf(outcome),
    status: 'completed',
    completed_at: deps.clock.now(),
    removed_ids: withoutKnown(row.removed_ids),
  })
  if (!isDone) return
  const now = await selectInsights(tx, row.id)
  // A recording was deleted while it was counted: what may be of it is not shown until it is out.
  if (now && now.removed_ids.length > 0) await queueRecount(deps, tx, row.project_id)
  await announce(deps, tx, row.project_id, {
    event: 'project_insights.completed',
    data: { ...naming(row), content_analyzed: contentAnalyzed },
    link: `/v1/projects/${row.project_id}/insights`,
  })
}

/** The same insights without what was deleted; no event is sent for it. */
export const replaceResult = (tx: Tx, outcome: Outcome): Promise<boolean> =>
  updateCounted(tx, outcome.row, columnsOf(outcome))

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

/** Choice: what the data of both events has (api-choices.md 10). */
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
