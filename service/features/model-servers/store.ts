import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { ModelServers } from '../../db/tables.ts'

export type ModelServerRow = Selectable<ModelServers>

const ofOrganization = (sql: Sql, organizationId: string) =>
  sql.selectFrom('model_servers').selectAll().where('organization_id', '=', organizationId)

export const selectModelServers = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf(ofOrganization(sql, organizationId), page)

export const selectAllModelServers = (sql: Sql, organizationId: string) =>
  ofOrganization(sql, organizationId).execute()

export const selectModelServer = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<ModelServerRow | undefined> =>
  ofOrganization(sql, organizationId).where('id', '=', id).executeTakeFirst()

export const insertModelServer = (
  sql: Sql,
  row: Insertable<ModelServers>,
): Promise<ModelServerRow> =>
  sql.insertInto('model_servers').values(row).returningAll().executeTakeFirstOrThrow()

export async function deleteModelServer(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('model_servers').where('id', '=', id).execute()
}

/** The language model that an organization chose, of a server or of the catalogue; null, none. */
export async function selectChosen(sql: Sql, organizationId: string): Promise<string | null> {
  const row = await sql
    .selectFrom('organizations')
    .select('language_model')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  return row?.language_model ?? null
}
