import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { SignInIdentities, SignInLinks } from '../../db/tables.ts'

export type LinkRow = Selectable<SignInLinks>

export async function insertLink(sql: Sql, row: Insertable<SignInLinks>): Promise<void> {
  await sql.insertInto('sign_in_links').values(row).execute()
}

/** How many links were asked for with this address since then, in all and by one client. */
export async function countLinks(
  sql: Sql,
  { email, client }: Pick<LinkRow, 'email' | 'client'>,
  since: Date,
): Promise<{ all: number; ofClient: number }> {
  const rows = await sql
    .selectFrom('sign_in_links')
    .select('client')
    .where('email', '=', email)
    .where('created_at', '>', since)
    .execute()
  return { all: rows.length, ofClient: rows.filter((row) => row.client === client).length }
}

export const selectOpenLink = (
  sql: Sql,
  tokenHash: string,
  now: Date,
): Promise<LinkRow | undefined> =>
  sql
    .selectFrom('sign_in_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses a link up; of any number who try at the same time one gets it, the others undefined. */
export const claimLink = (
  sql: Sql,
  { tokenHash, browserHash }: { tokenHash: string; browserHash: string },
  now: Date,
): Promise<LinkRow | undefined> =>
  sql
    .updateTable('sign_in_links')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('browser_hash', '=', browserHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export async function deleteLinksUntil(sql: Sql, time: Date): Promise<void> {
  await sql.deleteFrom('sign_in_links').where('expires_at', '<=', time).execute()
}

type IdentityRow = Selectable<SignInIdentities>

export async function insertIdentity(tx: Sql, row: IdentityRow): Promise<void> {
  await tx.insertInto('sign_in_identities').values(row).execute()
}

/** The members that this is, in every organization. */
export async function selectMemberIdsOf(
  tx: Sql,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('sign_in_identities')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ member_id: id }) => id)
}

export const selectIdentityOf = (
  tx: Sql,
  memberId: string,
  issuer: string,
): Promise<IdentityRow | undefined> =>
  tx
    .selectFrom('sign_in_identities')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
