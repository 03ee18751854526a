import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Organizations } from '../../db/tables.ts'

export type OrganizationRow = Selectable<Organizations>

export const selectOrganization = (sql: Sql, id: string): Promise<OrganizationRow | undefined> =>
  sql.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()

/** The one that the first start made. */
export const selectFirst = (sql: Sql): Promise<OrganizationRow | undefined> =>
  sql
    .selectFrom('organizations')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const selectAll = (sql: Sql): Promise<OrganizationRow[]> =>
  sql.selectFrom('organizations').selectAll().orderBy('created_at').orderBy('id').execute()

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
