import { sql, type Selectable, type Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { hasNoProcess } from '../../db/process-lease.ts'
import type { IdempotencyKeys } from '../../db/tables.ts'

export type KeyRow = Selectable<IdempotencyKeys>
/** What makes two requests the same one (api-choices.md 17). */
export type KeyScope = Pick<KeyRow, 'api_key_id' | 'method' | 'path' | 'key'>
export type NewKey = KeyScope &
  Pick<KeyRow, 'request_hash' | 'role' | 'created_at'> & { process: string }
/** The key as one process holds it: where another one took it over, nothing is written. */
export type HeldKey = KeyScope & { process: string }
export type KeptAnswer = { status: number; body_sealed: string }

/**
 * One statement, so that of any number of twins exactly one gets true. A row that is expired, or that a dead
 * process left before it did anything, counts as none; an API key or a session that ended a moment ago reserves nothing.
 */
export async function reserveKey(handle: Sql, row: NewKey, expiredAt: Date): Promise<boolean> {
  const { api_key_id, method, path, key, request_hash, role, created_at, process } = row
  const { rows } = await sql`
    INSERT INTO idempotency_keys
      (api_key_id, method, path, key, request_hash, role, state, created_at, process)
    SELECT id, ${method}, ${path}, ${key}, ${request_hash}, ${role}, 'reserved', ${created_at}::timestamptz, ${process}
    FROM (SELECT id FROM api_keys UNION ALL SELECT id FROM sessions) AS callers WHERE id = ${api_key_id}
    ON CONFLICT (api_key_id, method, path, key) DO UPDATE
      SET request_hash = excluded.request_hash, role = excluded.role, state = excluded.state, status = NULL,
        body_sealed = NULL, created_at = excluded.created_at, process = excluded.process
      WHERE idempotency_keys.created_at <= ${expiredAt}
        OR (idempotency_keys.state = 'reserved' AND ${hasNoProcess('idempotency_keys.process')})
    RETURNING state`.execute(handle)
  return rows.length > 0
}

/** `is_held`: a process that lives works on it. */
export const selectKey = (
  handle: Sql,
  scope: KeyScope,
): Promise<(KeyRow & { is_held: boolean }) | undefined> =>
  handle
    .selectFrom('idempotency_keys')
    .selectAll()
    .select(sql<boolean>`NOT (${hasNoProcess('idempotency_keys.process')})`.as('is_held'))
    .where((by) => by.and(columnsOf(scope)))
    .executeTakeFirst()

/** With the work, in its transaction; false where another process has taken it over. */
export async function commitKey(tx: Sql, held: HeldKey, answer: KeptAnswer): Promise<boolean> {
  if (await updateHeld(tx, held, { state: 'committed', ...answer })) return true
  // It went with its API key, which the work itself may have removed.
  return (await selectKey(tx, held)) === undefined
}

export async function answerKey(handle: Sql, held: HeldKey, answer: KeptAnswer): Promise<void> {
  await updateHeld(handle, held, { state: 'answered', process: null, ...answer })
}

/** Nobody works on it any more. */
export async function releaseKey(handle: Sql, held: HeldKey): Promise<void> {
  await updateHeld(handle, held, { process: null })
}

async function updateHeld(
  handle: Sql,
  held: HeldKey,
  set: Updateable<IdempotencyKeys>,
): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('idempotency_keys')
    .set(set)
    .where((by) => by.and({ ...columnsOf(held), process: held.process }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Forgets a key that led to nothing. */
export async function deleteReserved(handle: Sql, held: HeldKey): Promise<void> {
  await handle
    .deleteFrom('idempotency_keys')
    .where((by) => by.and({ ...columnsOf(held), process: held.process }))
    .where('state', '=', 'reserved')
    .execute()
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
