import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Organizations } from '../../db/tables.ts'

export type OrganizationRow = Selectable<Organizations>

/** There is one organization on a machine. */
export const selectOrganization = (sql: Sql): Promise<OrganizationRow | undefined> =>
  sql.selectFrom('organizations').selectAll().executeTakeFirst()

export async function insertOrganization(
  sql: Sql,
  row: Insertable<Organizations>,
): Promise<OrganizationRow> {
  return sql.insertInto('organizations').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateOrganization(
  sql: Sql,
  id: string,
  set: Updateable<Organizations>,
): Promise<void> {
  await sql.updateTable('organizations').set(set).where('id', '=', id).execute()
}

export async function hasSlug(sql: Sql, slug: string): Promise<boolean> {
  const query = sql.selectFrom('organizations').select('id').where('slug', '=', slug)
  return (await query.executeTakeFirst()) !== undefined
}
