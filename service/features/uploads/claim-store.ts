import { sql, type Selectable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { hasNoProcess } from '../../db/process-lease.ts'
import type { UploadClaims } from '../../db/tables.ts'

export type Claim = Pick<Selectable<UploadClaims>, 'content_id' | 'token' | 'process'>

/**
 * Choice: a store copies 5 GB in a minute, and is given up after some tens of them. What a living process could not
 * give back holds no upload for longer.
 */
const isFree = sql<boolean>`(
  ${hasNoProcess('upload_claims.process')} OR upload_claims.claimed_at < now() - INTERVAL '1 hour'
)`

/**
 * One statement, so that of any number that try at once exactly one gets it: the id of the organization then. Undefined
 * as well where nothing is to be confirmed.
 */
export async function takeClaim(
  handle: Sql,
  { content_id, token, process }: Claim,
): Promise<string | undefined> {
  const { rows } = await sql<Pick<UploadClaims, 'organization_id'>>`
    INSERT INTO upload_claims (content_id, organization_id, token, process)
    SELECT content.id, organization_id, ${token}, ${process}
    FROM content JOIN projects ON projects.id = project_id
    WHERE content.id = ${content_id} AND status = 'uploaded'
    ON CONFLICT (content_id) DO UPDATE
      SET organization_id = excluded.organization_id, token = excluded.token, process = excluded.process,
        claimed_at = excluded.claimed_at
      WHERE ${isFree}
    RETURNING organization_id`.execute(handle)
  return rows[0]?.organization_id
}

/** As `takeClaim`; undefined where it is another's by now. */
export async function deleteClaim(
  tx: Tx,
  { content_id, token }: Claim,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('upload_claims')
    .where('content_id', '=', content_id)
    .where('token', '=', token)
    .returning('organization_id')
    .executeTakeFirst()
  return row?.organization_id
}

/** Those that nobody holds any more. */
export const deleteFreeClaims = (tx: Tx) =>
  tx
    .deleteFrom('upload_claims')
    .where(isFree)
    .returning(['content_id', 'organization_id'])
    .execute()

/** Whether the item is there and its upload still to be confirmed; undefined where it is gone. */
export async function isUnconfirmed(handle: Sql, contentId: string): Promise<boolean | undefined> {
  const row = await handle
    .selectFrom('content')
    .select('status')
    .where('id', '=', contentId)
    .executeTakeFirst()
  return row && row.status === 'uploaded'
}
