import { type Selectable, sql, type SqlBool } from 'kysely'
import { currentTrace } from '../core/observe.ts'
import { plannedOnce } from '../db/connection-lease.ts'
import type { Sql } from '../db/database.ts'
import { hasNoProcess } from '../db/process-lease.ts'
import type { Jobs } from '../db/tables.ts'
import type { Lane, NewJob } from './job.ts'

export type StoredJob = Selectable<Jobs>

/**
 * One start of one job: a later start has another `run`, and so has a job that was put back. It is found by its key
 * alone, or a serializable transaction would count as having read the other jobs that run, and clash with their ends.
 */
export type RunToken = Pick<StoredJob, 'id' | 'run'>

export async function insertJob(
  sqlOrTx: Sql,
  job: NewJob,
  { createdAt, notBefore }: { createdAt: Date; notBefore: Date | null },
): Promise<void> {
  const { name, lane, attempts } = job.definition
  await sqlOrTx
    .insertInto('jobs')
    .values({
      name,
      lane,
      payload: JSON.stringify(job.payload),
      key: job.key,
      is_first: job.isFirst,
      organization_id: job.organizationId,
      only_worker: job.onlyWorker,
      state: 'waiting',
      max_attempts: attempts,
      not_before: notBefore,
      created_at: createdAt,
      traceparent: currentTrace(),
    })
    .modifyEnd(plannedOnce)
    .execute()
}

/** The ids of what was deleted: waiting and running jobs alike. */
export async function deleteJobsOf(
  sqlOrTx: Sql,
  key: string,
  { name, holding }: { name?: string; holding?: object } = {},
): Promise<number[]> {
  let query = sqlOrTx.deleteFrom('jobs').where('key', '=', key).returning('id')
  if (name !== undefined) query = query.where('name', '=', name)
  if (holding) query = query.where(sql<SqlBool>`payload @> ${JSON.stringify(holding)}::jsonb`)
  return (await query.execute()).map(({ id }) => id)
}

/** Who looks for work: its lease's id, and the kinds of jobs that it has handlers for. */
export type Claimant = { worker: string; names: readonly string[]; now: Date }

/** The next job of an organization in a lane. */
export type Head = Pick<StoredJob, 'lane' | 'organization_id' | 'is_first' | 'name'>

/** `next`: when a job may start that may not yet; null where there is none. */
export type Outlook = { isPaused: boolean; heads: Head[]; next: Date | null }

/**
 * What may start, as the next job of each organization in each lane, and whether all is paused. It goes from one
 * organization to the next by the index, so that a backlog costs nothing.
 */
export async function selectOutlook(sqlOrTx: Sql, claimant: Claimant): Promise<Outlook> {
  const { rows } = await sql<{ is_paused: boolean; heads: Head[]; next: Date | null }>`
    WITH ${plannedOnce} RECURSIVE waiting AS (
      (SELECT lane, organization_id FROM jobs WHERE state = 'waiting' ORDER BY lane, organization_id LIMIT 1)
      UNION ALL
      SELECT following.* FROM waiting, LATERAL (
        SELECT lane, organization_id FROM jobs
        WHERE state = 'waiting' AND (lane, organization_id) > (waiting.lane, waiting.organization_id)
        ORDER BY lane, organization_id LIMIT 1
      ) following
    ),
    heads AS (
      SELECT waiting.lane, waiting.organization_id, head.is_first, head.name FROM waiting, LATERAL (
        SELECT is_first, name FROM jobs
        WHERE lane = waiting.lane AND organization_id = waiting.organization_id AND ${mayStart(claimant)}
        ORDER BY moved_up DESC, is_first DESC, id LIMIT 1
      ) head
    )
    SELECT EXISTS (SELECT FROM queue_pause) AS is_paused,
      coalesce((SELECT jsonb_agg(to_jsonb(heads)) FROM heads), '[]') AS heads,
      (SELECT min(not_before) FROM jobs WHERE state = 'waiting' AND not_before > ${claimant.now}::timestamptz)
        AS next`.execute(sqlOrTx)
  const [found] = rows
  return {
    isPaused: found?.is_paused ?? false,
    heads: found?.heads ?? [],
    next: found?.next ?? null,
  }
}

const mayStart = ({ worker, names, now }: Claimant) => sql<SqlBool>`state = 'waiting'
  AND (not_before IS NULL OR not_before <= ${now}::timestamptz)
  AND (only_worker IS NULL OR only_worker = ${worker}) AND name = ANY(${[...names]}::text[])`

/** Jobs of an organization in a lane, in their turn; those that others are just starting are passed over. */
export const jobsInTurn = (
  sqlOrTx: Sql,
  { lane, organization_id: organizationId }: Pick<StoredJob, 'lane' | 'organization_id'>,
) =>
  sqlOrTx
    .selectFrom('jobs')
    .select('id')
    .where('lane', '=', lane)
    .where('organization_id', '=', organizationId)
    .orderBy('moved_up', 'desc')
    .orderBy('is_first', 'desc')
    .orderBy('id')
    .forUpdate()
    .skipLocked()

/** Marks jobs as running and counts the start. */
export const startJobs = (sqlOrTx: Sql, worker: string | null) =>
  sqlOrTx
    .updateTable('jobs')
    .set({ state: 'running', worker, attempt: sql`attempt + 1`, run: sql`run + 1` })
    .returningAll()
    .modifyEnd(plannedOnce)

/** Starts the next one; undefined where others were faster. */
export function startNextJob(
  sqlOrTx: Sql,
  head: Head,
  claimant: Claimant,
): Promise<StoredJob | undefined> {
  const next = jobsInTurn(sqlOrTx, head).where(mayStart(claimant)).limit(1)
  return startJobs(sqlOrTx, claimant.worker).where('id', '=', next).executeTakeFirst()
}

/** Whether this start of the job is the one that counts (reliability.md J-3). */
export async function isRunning(sqlOrTx: Sql, { id, run }: RunToken): Promise<boolean> {
  const found = await sqlOrTx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', run)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Ends a run; false where the run was superseded or cancelled before. */
export async function deleteRun(sqlOrTx: Sql, { id, run }: RunToken): Promise<boolean> {
  const { numDeletedRows } = await sqlOrTx
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('run', '=', run)
    .modifyEnd(plannedOnce)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const isPutBack = { state: 'waiting', run: sql<number>`run + 1` } as const

/** Back to waiting. An attempt that was stopped, rather than failed, is not counted. */
export async function putBack(
  sqlOrTx: Sql,
  { id, run }: RunToken,
  options: { isCounted: boolean; notBefore: Date | null; lane?: Lane },
): Promise<void> {
  await sqlOrTx
    .updateTable('jobs')
    .set({
      ...isPutBack,
      not_before: options.notBefore,
      ...(options.lane && { lane: options.lane }),
      ...(options.isCounted ? {} : { attempt: sql`attempt - 1` }),
    })
    .where('id', '=', id)
    .where('run', '=', run)
    .execute()
}

type PutBack = Pick<StoredJob, 'name' | 'payload'>

/** Whether a process that is gone left jobs: some it ran, or some that nobody else may run. */
export async function hasOrphans(sqlOrTx: Sql): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM jobs WHERE state = 'running' AND ${hasNoProcess('jobs.worker')})
      OR EXISTS (SELECT FROM jobs WHERE only_worker IS NOT NULL AND ${hasNoProcess('jobs.only_worker')})
      AS found`.execute(sqlOrTx)
  return rows[0]?.found ?? false
}

/**
 * Choice: of several processes on a server each is restarted, moved and cut off now and then, whatever it runs. A job that
 * takes them down itself is given up after so many, and its own attempts.
 */
const mostEndsOfProcess = 7

/**
 * Puts back what processes ran that are gone; the attempt counts (reliability.md J-1, J-2), but on a shared database
 * only where that happens again and again to the same job (reliability.md J-6). What was only for one of them goes with it.
 */
export async function putOrphansBack(
  sqlOrTx: Sql,
  { isShared }: { isShared: boolean },
): Promise<PutBack[]> {
  await sqlOrTx
    .deleteFrom('jobs')
    .where('only_worker', 'is not', null)
    .where(hasNoProcess('jobs.only_worker'))
    .execute()
  return sqlOrTx
    .updateTable('jobs')
    .set({
      ...isPutBack,
      ...(isShared && {
        attempt: sql`attempt - CASE WHEN ends_of_process < ${mostEndsOfProcess}::integer THEN 1 ELSE 0 END`,
        ends_of_process: sql`ends_of_process + 1`,
      }),
    })
    .where('state', '=', 'running')
    .where(hasNoProcess('jobs.worker'))
    .returning(['name', 'payload'])
    .execute()
}

/** Puts back what this process is said to run, uncounted, but for those that it does run. */
export async function putOwnBack(
  sqlOrTx: Sql,
  worker: string,
  but: readonly number[] = [],
): Promise<PutBack[]> {
  return sqlOrTx
    .updateTable('jobs')
    .set({ ...isPutBack, attempt: sql`attempt - 1` })
    .where('state', '=', 'running')
    .where('worker', '=', worker)
    .where('id', 'not in', [...but, 0])
    .returning(['name', 'payload'])
    .execute()
}

/** The runs that this process owns. */
export const selectOwnRuns = (sqlOrTx: Sql, worker: string): Promise<RunToken[]> =>
  sqlOrTx
    .selectFrom('jobs')
    .select(['id', 'run'])
    .where('state', '=', 'running')
    .where('worker', '=', worker)
    .execute()

/** Moves the waiting jobs with this key before all others; false where none waits or runs. */
export async function moveUp(sqlOrTx: Sql, key: string): Promise<boolean> {
  const found = await sqlOrTx
    .updateTable('jobs')
    .set({
      moved_up: sql<number>`CASE state WHEN 'waiting' THEN (SELECT max(moved_up) + 1 FROM jobs) ELSE moved_up END`,
    })
    .where('key', '=', key)
    .returning('id')
    .execute()
  return found.length > 0
}

export async function selectPause(sqlOrTx: Sql): Promise<Date | null> {
  const row = await sqlOrTx.selectFrom('queue_pause').select('paused_at').executeTakeFirst()
  return row?.paused_at ?? null
}

/** Since when; one that is there stays. */
export async function insertPause(sqlOrTx: Sql, now: Date): Promise<Date> {
  const { paused_at: pausedAt } = await sqlOrTx
    .insertInto('queue_pause')
    .values({ paused_at: now })
    .onConflict((on) =>
      on.column('id').doUpdateSet((old) => ({ paused_at: old.ref('queue_pause.paused_at') })),
    )
    .returning('paused_at')
    .executeTakeFirstOrThrow()
  return pausedAt
}

export async function deletePause(sqlOrTx: Sql): Promise<void> {
  await sqlOrTx.deleteFrom('queue_pause').execute()
}

export async function selectPayloads(sqlOrTx: Sql, name: string): Promise<unknown[]> {
  const rows = await sqlOrTx
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', name)
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload)
}

export async function listJobNames(sqlOrTx: Sql): Promise<string[]> {
  const rows = await sqlOrTx.selectFrom('jobs').select('name').distinct().execute()
  return rows.map(({ name }) => name)
}
