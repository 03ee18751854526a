/** Runs of prompts on recordings: the analyses, and the trials that no list shows. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { AnalysisRuns, AnalysisStatus } from '../../db/tables.ts'
import type { AnalysisRow } from './store.ts'

export type TrialRow = Omit<Selectable<AnalysisRuns>, 'is_trial' | PromptColumn>
type PromptColumn = 'prompt_id' | 'prompt_name' | 'prompt_version' | 'version'
export type RunRow = (AnalysisRow & { is_trial: false }) | (TrialRow & { is_trial: true })

export async function selectRun(sql: Sql, id: string): Promise<RunRow | undefined> {
  const row = await sql
    .selectFrom('analysis_runs')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  // A check of the table ties the prompt's columns to `is_trial`.
  return row as RunRow | undefined
}

export async function insertTrial(sql: Sql, row: Insertable<AnalysisRuns>): Promise<void> {
  await sql.insertInto('analysis_runs').values(row).execute()
}

/** False where the run is gone or in none of the states. */
export async function updateRun(
  sql: Sql,
  id: string,
  states: readonly AnalysisStatus[],
  set: Updateable<AnalysisRuns>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('analysis_runs')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', states)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteTrial(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('analysis_runs').where('id', '=', id).where('is_trial', '=', true).execute()
}

/** Deletes the trials from before a time, and says which they were. */
export const deleteTrialsBefore = (
  sql: Sql,
  time: Date,
): Promise<Pick<TrialRow, 'id' | 'content_id'>[]> =>
  sql
    .deleteFrom('analysis_runs')
    .where('is_trial', '=', true)
    .where('created_at', '<=', time)
    .returning(['id', 'content_id'])
    .execute()
