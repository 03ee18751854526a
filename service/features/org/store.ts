import type { Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Organizations } from '../../db/tables.ts'

export type OrganizationRow = Selectable<Organizations>

/** There is one organization on a machine. */
export const selectOrganization = (sql: Sql): Promise<OrganizationRow | undefined> =>
  sql.selectFrom('organizations').selectAll().executeTakeFirst()

export async function insertOrganization(sql: Sql, row: OrganizationRow): Promise<void> {
  await sql.insertInto('organizations').values(row).execute()
}

export async function updateDefaultPrompt(sql: Sql, id: string, promptId: string): Promise<void> {
  await sql
    .updateTable('organizations')
    .set({ default_prompt_id: promptId })
    .where('id', '=', id)
    .execute()
}
