import type { Insertable, Selectable, Updateable } from 'kysely'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { ApiKeys } from '../../db/tables.ts'

export type ApiKeyRow = Selectable<ApiKeys>

/** Whose keys: all of the organization, or those of one member. */
export type KeyOwner = { organizationId: string; memberId: string | null }

export function selectApiKeys(sql: Sql, { organizationId, memberId }: KeyOwner, page: PageRequest) {
  const query = sql
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_session', '=', false)
  return pageOf(memberId === null ? query : query.where('member_id', '=', memberId), page)
}

export async function selectApiKey(
  sql: Sql,
  { organizationId, memberId }: KeyOwner,
  id: string,
): Promise<ApiKeyRow | undefined> {
  const query = sql
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_session', '=', false)
  return (memberId === null ? query : query.where('member_id', '=', memberId)).executeTakeFirst()
}

/** The key with the role of the member who made it. */
export const selectApiKeyByHash = (sql: Sql, hash: string) => keyByHash(sql, { hash })

const keyByHash = compiledOnce((sql, { hash }: { hash: string }) =>
  sql
    .selectFrom('api_keys')
    .innerJoin('members', 'members.id', 'api_keys.member_id')
    .selectAll('api_keys')
    .select(['members.id as member_id', 'members.role'])
    .where('key_hash', '=', hash),
)

export async function insertApiKey(sql: Sql, row: Insertable<ApiKeys>): Promise<ApiKeyRow> {
  return sql.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteApiKey(
  sql: Sql,
  { organizationId, memberId }: KeyOwner,
  id: string,
): Promise<boolean> {
  const query = sql
    .deleteFrom('api_keys')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_session', '=', false)
  const { numDeletedRows } = await (
    memberId === null ? query : query.where('member_id', '=', memberId)
  ).executeTakeFirst()
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

/** False where there is none yet. */
export async function updateSessionKey(sql: Sql, set: Updateable<ApiKeys>): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('api_keys')
    .set(set)
    .where('is_session', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
