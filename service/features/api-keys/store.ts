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

type KeyFrom = { origin: string; now: Date } & (
  | { projectId: string | undefined }
  | { keyId: string }
)

/** Whether a publishable key works that names this origin: this key, or any that reaches the project. */
export async function hasKeyFrom(sql: Sql, { origin, now, ...of }: KeyFrom): Promise<boolean> {
  const query = sql
    .selectFrom('api_keys')
    .select('id')
    .where('key_type', '=', 'publishable')
    .where(({ eb, val, fn }) => eb(val(origin), '=', fn.any('allowed_origins')))
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
  const found =
    'keyId' in of
      ? query.where('id', '=', of.keyId)
      : query.where(({ eb, val, fn }) => eb(val(of.projectId ?? ''), '=', fn.any('project_ids')))
  return (await found.executeTakeFirst()) !== undefined
}

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
