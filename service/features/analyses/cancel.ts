import { requireReach, type Caller } from '../../core/caller.ts'
import { ApiError, errors, JobError } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { analysisJob } from './analyses.ts'
import { toAnalysis, type Analysis } from './analysis.ts'
import { failRun } from './outcome.ts'
import { selectOwnAnalysis, type ShownRow } from './store.ts'

/** Marks it as failed at once; an engine at work on it is stopped as soon as that is committed. */
export function cancelAnalysis(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<Analysis> {
  return deps.db.transaction(async (tx) => {
    const row = await read(tx, caller, id)
    // Choice: a retry after a lost response succeeds.
    if (row.status === 'failed' && row.error_code === 'cancelled') return toAnalysis(row)
    if (row.status === 'completed' || row.status === 'failed') {
      throw new ApiError('analysis_ended', 'This analysis has ended already.')
    }
    // The key is the recording's, which may have other analyses.
    const { name } = analysisJob
    await deps.queue.cancel(tx, row.content_id, { name, holding: { analysis_id: id } })
    await failRun(
      deps,
      tx,
      { ...row, is_trial: false },
      new JobError('cancelled', 'It was cancelled.'),
    )
    return toAnalysis(await read(tx, caller, id))
  })
}

/** 404 where the organization has none of this id, 403 where the key may not see its project. */
async function read(sql: Sql, caller: Caller, id: string): Promise<ShownRow> {
  const row = await selectOwnAnalysis(sql, caller.organizationId, id)
  if (!row) throw errors.notFound('analysis')
  requireReach(caller, row.project_id)
  return row
}
