import { type Selectable, sql, type SqlBool } from 'kysely'
import { currentTrace } from '../core/observe.ts'
import type { Sql } from '../db/database.ts'
import type { Jobs } from '../db/tables.ts'
import type { Lane, NewJob } from './job.ts'

export type StoredJob = Selectable<Jobs>

/** One start of one job. A later start of the same job has another `run`. */
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
      state: 'waiting',
      max_attempts: attempts,
      not_before: notBefore,
      created_at: createdAt,
      traceparent: currentTrace(),
    })
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

/** The next of a lane that may start, before which nothing of that lane does. */
const nextOf = (sqlOrTx: Sql, lane: Lane, now: Date) =>
  sqlOrTx
    .selectFrom('jobs')
    .where('lane', '=', lane)
    .where('state', '=', 'waiting')
    .where(isDue(now))
    .orderBy('moved_up', 'desc')
    .orderBy('is_first', 'desc')
    .orderBy('id')
    .limit(1)

export const selectNextJob = (sqlOrTx: Sql, lane: Lane, now: Date) =>
  nextOf(sqlOrTx, lane, now).select(['id', 'is_first']).executeTakeFirst()

/** Marks it as running and counts the start. */
export async function startNextJob(
  sqlOrTx: Sql,
  lane: Lane,
  now: Date,
): Promise<StoredJob | undefined> {
  return sqlOrTx
    .updateTable('jobs')
    .set({ state: 'running', attempt: sql`attempt + 1`, run: sql`run + 1` })
    .where('id', '=', nextOf(sqlOrTx, lane, now).select('id').forUpdate().skipLocked())
    .returningAll()
    .executeTakeFirst()
}

/** Whether this start of the job is the one that counts (reliability.md J-3). */
export async function isRunning(sqlOrTx: Sql, { id, run }: RunToken): Promise<boolean> {
  const found = await sqlOrTx
    .selectFrom('jobs')
    .select('id')
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
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
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const isDue = (now: Date) => sql<SqlBool>`(not_before IS NULL OR not_before <= ${now})`

/** Back to waiting. An attempt that was stopped, rather than failed, is not counted. */
export async function putBack(
  sqlOrTx: Sql,
  { id, run }: RunToken,
  options: { isCounted: boolean; notBefore: Date | null; lane?: Lane },
): Promise<void> {
  await sqlOrTx
    .updateTable('jobs')
    .set({
      state: 'waiting',
      not_before: options.notBefore,
      ...(options.lane && { lane: options.lane }),
      ...(options.isCounted ? {} : { attempt: sql`attempt - 1` }),
    })
    .where('id', '=', id)
    .where('run', '=', run)
    .where('state', '=', 'running')
    .execute()
}

/**
 * Puts back all that is marked as running. At the start nothing runs: those were cut off by the end
 * of the process, and their attempt counts (reliability.md J-1, J-2). At a stop they are handed
 * back, uncounted.
 */
export async function putAllBack(sqlOrTx: Sql, options: { isCounted: boolean }): Promise<void> {
  await sqlOrTx
    .updateTable('jobs')
    .set({ state: 'waiting', ...(options.isCounted ? {} : { attempt: sql`attempt - 1` }) })
    .where('state', '=', 'running')
    .execute()
}

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

/** When the next waiting job may start that may not yet; null where there is none. */
export async function selectNextStart(sqlOrTx: Sql, now: Date): Promise<Date | null> {
  const { next } = await sqlOrTx
    .selectFrom('jobs')
    .select((by) => by.fn.min('not_before').as('next'))
    .where('state', '=', 'waiting')
    .where('not_before', '>', now)
    .executeTakeFirstOrThrow()
  return next
}
