import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { ApiKeys } from '../../db/tables.ts'

export type ApiKeyRow = Selectable<ApiKeys>

export const selectApiKeys = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf(
    sql
      .selectFrom('api_keys')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('is_session', '=', false),
    page,
  )

/** The key with the role of the member who made it. */
export const selectApiKeyByHash = (sql: Sql, hash: string) =>
  sql
    .selectFrom('api_keys')
    .innerJoin('members', 'members.id', 'api_keys.member_id')
    .selectAll('api_keys')
    .select(['members.id as member_id', 'members.role'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()

export async function insertApiKey(sql: Sql, row: Insertable<ApiKeys>): Promise<ApiKeyRow> {
  return sql.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteApiKey(sql: Sql, organizationId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('api_keys')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_session', '=', false)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keys made before there were members become the owner's. */
export async function giveKeysTo(sql: Sql, memberId: string): Promise<void> {
  await sql
    .updateTable('api_keys')
    .set({ member_id: memberId })
    .where('member_id', 'is', null)
    .execute()
}

export async function deleteSessionKeys(sql: Sql): Promise<void> {
  await sql.deleteFrom('api_keys').where('is_session', '=', true).execute()
}

export async function updateLastUsed(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable('api_keys').set({ last_used_at: at }).where('id', '=', id).execute()
}
