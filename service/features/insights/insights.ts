import { Type } from 'typebox'
import type { Caller, Reach } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import { statesOf } from '../../core/work-state.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { PagingQuery } from '../../http/paging.ts'
import type { WorkQuery } from '../../http/work-query.ts'
import { defineJob } from '../../queue/job.ts'
import { requireProject } from '../projects/projects.ts'
import { markRemoved } from './findings-store.ts'
import type { InsightsResult } from './result-schema.ts'
import type { GenerateAnswer, GenerateRequest, Insights, InsightsItem } from './schema.ts'
import { showResults } from './shown.ts'
import { Asked, toSpan } from './span.ts'
import { selectSince } from './state-store.ts'
import {
  deleteInsightsOf,
  insertInsights,
  selectAllInsights,
  selectHistory,
  selectInsights,
  selectNewestCompleted,
  selectOpen,
  selectOrganizationId,
  type InsightsRow,
} from './store.ts'

export { Insights } from './schema.ts'

export const insightsJob = defineJob({
  name: 'insights.generate',
  // Of older versions the rest was not asked.
  payload: Type.Object({ insights_id: Type.String(), asked: Type.Optional(Asked) }),
  // Plain arithmetic over what is stored: it does not wait behind an hour of transcribing.
  lane: 'light',
  attempts: 3,
})

/** Counts what a deleted recording was part of without it. */
export const recountJob = defineJob({
  name: 'insights.recount',
  payload: Type.Object({ project_id: Type.String() }),
  lane: 'light',
  attempts: 3,
})

/** Spec: the latest project insights. Choice: the newest completed, 404 where there are none. */
export async function readLatestInsights(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<Insights> {
  await requireProject(db.sql, caller, projectId)
  return describeInsights(db.sql, await selectNewestCompleted(db.sql, projectId))
}

/** Certain completed insights of a project, which need not be the latest. */
export async function readInsights(
  { db }: Pick<Deps, 'db'>,
  caller: Reach,
  projectId: string,
  insightsId: string,
): Promise<Insights> {
  await requireProject(db.sql, caller, projectId)
  const row = await selectInsights(db.sql, insightsId)
  return describeInsights(db.sql, row?.project_id === projectId ? row : undefined)
}

async function describeInsights(sql: Sql, row: InsightsRow | undefined): Promise<Insights> {
  const [item] = row ? await toItems(sql, [row]) : []
  if (!row || !item?.result || !item.completed_at) throw errors.notFound('insights')
  const { error: _none, result, completed_at, content_analyzed, ...rest } = item
  return {
    ...rest,
    status: 'completed',
    content_analyzed: content_analyzed ?? 0,
    result,
    since: await selectSince(sql, row),
    completed_at,
  }
}

export async function listInsights(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  projectId: string,
  query: PagingQuery,
) {
  await requireProject(db.sql, caller, projectId)
  const request = { ...query, filters: { project_id: projectId }, key: keys.cursor }
  const { items, nextCursor } = await selectHistory(db.sql, projectId, request)
  return { items: await toItems(db.sql, items), nextCursor }
}

/** Of all projects that the key sees. */
export async function listAllInsights(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  { organizationId, projectIds }: Caller,
  { status, ...query }: WorkQuery,
) {
  const request = { ...query, filters: { status }, key: keys.cursor }
  const within = { organizationId, projectIds }
  const { items, nextCursor } = await selectAllInsights(db.sql, within, statesOf(status), request)
  return { items: await toItems(db.sql, items), nextCursor }
}

/** Queues the work, or answers with what is under way in this project (api-choices.md 8). */
export async function generateInsights(
  { db, queue, clock }: Pick<Deps, 'db' | 'queue' | 'clock'>,
  caller: Caller,
  projectId: string,
  request: GenerateRequest,
): Promise<GenerateAnswer> {
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    const now = clock.now()
    const { lookbackDays, start, end, asked } = toSpan(request, now)
    const row = {
      id: newId('ins'),
      project_id: projectId,
      status: 'queued' as const,
      lookback_days: lookbackDays,
      period_start: start,
      period_end: end,
      created_at: now,
    }
    if (await insertInsights(tx, row)) {
      // The project's id as key: deleting the project cancels the work.
      const { organizationId } = caller
      const payload = { insights_id: row.id, asked }
      await queue.enqueue(tx, insightsJob.of(payload, projectId, { organizationId }))
      return toAnswer(row, `Insights over the last ${countDays(row)} are queued`)
    }
    const open = await selectOpen(tx, projectId)
    if (!open) throw new Error('Open insights were there and are not.')
    return toAnswer(open, `Insights over the last ${countDays(open)} are under way already`)
  })
}

/** For the deletion of a project: ends the work and removes every row. */
export async function forgetInsights(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  projectId: string,
): Promise<void> {
  await queue.cancel(tx, projectId)
  await deleteInsightsOf(tx, projectId)
}

/**
 * For the deletion of a recording, before its rows go: from the commit on nothing of it is shown in
 * any insights, and soon they are counted without it.
 */
export async function forgetRecording(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  projectId: string,
  contentId: string,
): Promise<void> {
  if (!(await markRemoved(tx, projectId, contentId))) return
  await queueRecount({ queue }, tx, projectId)
}

export async function queueRecount(
  { queue }: Pick<Deps, 'queue'>,
  tx: Tx,
  projectId: string,
): Promise<void> {
  const organizationId = await selectOrganizationId(tx, projectId)
  const payload = { project_id: projectId }
  await queue.enqueue(tx, recountJob.of(payload, projectId, { organizationId }))
}

const countDays = ({ lookback_days: days }: { lookback_days: number }): string =>
  days === 1 ? '1 day' : `${days} days`

function toAnswer(
  { id, status }: Pick<InsightsRow, 'id' | 'status'>,
  message: string,
): GenerateAnswer {
  return {
    insights_id: id,
    status: status === 'processing' ? 'processing' : 'queued',
    message: `${message}; project_insights.completed tells when they are done.`,
  }
}

async function toItems(sql: Sql, rows: readonly InsightsRow[]): Promise<InsightsItem[]> {
  const results = await showResults(sql, rows)
  return rows.map((row, at) => toItem(row, results[at] ?? null))
}

const toItem = (row: InsightsRow, result: InsightsResult | null): InsightsItem => ({
  id: row.id,
  project_id: row.project_id,
  status: row.status,
  content_analyzed: row.content_analyzed,
  lookback_days: row.lookback_days,
  period_start: toIso(row.period_start),
  period_end: toIso(row.period_end),
  result,
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  created_at: toIso(row.created_at),
  completed_at: toIsoOrNull(row.completed_at),
  recordings_read: row.recordings_read,
  removed_recordings: row.removed_recordings,
})
