import { sql, type Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { IdempotencyKeys } from '../../db/tables.ts'

export type KeyRow = Selectable<IdempotencyKeys>
/** What makes two requests the same one (api-choices.md 17). */
export type KeyScope = Pick<KeyRow, 'api_key_id' | 'method' | 'path' | 'key'>
export type NewKey = KeyScope & Pick<KeyRow, 'request_hash' | 'created_at'>
export type KeptAnswer = { status: number; body_sealed: string }

/**
 * One statement, so that of any number of twins exactly one gets true. An expired row counts as
 * none; an API key or a session that ended a moment ago reserves nothing.
 */
export async function reserveKey(handle: Sql, row: NewKey, expiredAt: Date): Promise<boolean> {
  const { api_key_id, method, path, key, request_hash, created_at } = row
  const { rows } = await sql`
    INSERT INTO idempotency_keys
      (api_key_id, method, path, key, request_hash, state, created_at)
    SELECT id, ${method}, ${path}, ${key}, ${request_hash}, 'reserved', ${created_at}::timestamptz
    FROM (SELECT id FROM api_keys UNION ALL SELECT id FROM sessions) AS callers WHERE id = ${api_key_id}
    ON CONFLICT (api_key_id, method, path, key) DO UPDATE
      SET request_hash = excluded.request_hash, state = excluded.state, status = NULL,
        body_sealed = NULL, created_at = excluded.created_at
      WHERE idempotency_keys.created_at <= ${expiredAt}
    RETURNING state`.execute(handle)
  return rows.length > 0
}

export const selectKey = (handle: Sql, scope: KeyScope): Promise<KeyRow | undefined> =>
  handle
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((by) => by.and(columnsOf(scope)))
    .executeTakeFirst()

export async function updateKey(
  handle: Sql,
  scope: KeyScope,
  set: KeptAnswer & Pick<KeyRow, 'state'>,
): Promise<void> {
  await handle
    .updateTable('idempotency_keys')
    .set(set)
    .where((by) => by.and(columnsOf(scope)))
    .execute()
}

/** Forgets a key that led to nothing. */
export async function deleteReserved(handle: Sql, scope: KeyScope): Promise<void> {
  await handle
    .deleteFrom('idempotency_keys')
    .where((by) => by.and(columnsOf(scope)))
    .where('state', '=', 'reserved')
    .execute()
}

export async function deleteAllReserved(handle: Sql): Promise<void> {
  await handle.deleteFrom('idempotency_keys').where('state', '=', 'reserved').execute()
}

export async function deleteKeysUntil(handle: Sql, time: Date): Promise<void> {
  await handle.deleteFrom('idempotency_keys').where('created_at', '<=', time).execute()
}

// The rows that are passed around hold more than the key.
const columnsOf = ({ api_key_id, method, path, key }: KeyScope): KeyScope => ({
  api_key_id,
  method,
  path,
  key,
})
