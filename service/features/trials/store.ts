import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { AnalysisStatus, PromptTrials } from '../../db/tables.ts'

export type TrialRow = Selectable<PromptTrials>

export const selectTrial = (sql: Sql, id: string): Promise<TrialRow | undefined> =>
  sql.selectFrom('prompt_trials').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertTrial(sql: Sql, row: Insertable<PromptTrials>): Promise<void> {
  await sql.insertInto('prompt_trials').values(row).execute()
}

/** False where the trial is gone or in none of the states. */
export async function updateTrial(
  sql: Sql,
  id: string,
  states: readonly AnalysisStatus[],
  set: Updateable<PromptTrials>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('prompt_trials')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', states)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateInterruptedTrials(sql: Sql): Promise<void> {
  await sql
    .updateTable('prompt_trials')
    .set({ status: 'queued', progress: null })
    .where('status', '=', 'processing')
    .execute()
}

export async function deleteTrial(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('prompt_trials').where('id', '=', id).execute()
}

/** The ids of those that were there. */
export async function deleteTrialsBefore(sql: Sql, time: Date): Promise<string[]> {
  const rows = await sql
    .deleteFrom('prompt_trials')
    .where('created_at', '<=', time)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
