import { sql, type SqlBool } from 'kysely'
import type { Sql } from '../db/database.ts'
import { jobsInTurn, startJobs, type RunToken, type StoredJob } from './store.ts'

// Jobs that run together with another of their kind.

/** Others of the same kind and organization that never failed, started as the job itself was. */
export function startAlong(
  sqlOrTx: Sql,
  job: Pick<StoredJob, 'lane' | 'organization_id' | 'name' | 'worker'>,
  most: number,
): Promise<StoredJob[]> {
  const next = jobsInTurn(sqlOrTx, job)
    .where(sql<SqlBool>`state = 'waiting'`)
    .where('name', '=', job.name)
    .where('attempt', '=', 0)
    .where('not_before', 'is', null)
    .where('only_worker', 'is', null)
    .limit(most)
  return startJobs(sqlOrTx, job.worker).where('id', 'in', next).execute()
}

/** Ends runs of many jobs, outside of transactions: a serializable one would count as having read the other jobs. */
export async function deleteRuns(handle: Sql, runs: readonly RunToken[]): Promise<void> {
  const [ids, numbers] = [runs.map(({ id }) => id), runs.map(({ run }) => run)]
  await sql`
    DELETE FROM jobs USING unnest(${ids}::bigint[], ${numbers}::integer[]) AS own (id, run)
    WHERE jobs.id = own.id AND jobs.run = own.run`.execute(handle)
}
