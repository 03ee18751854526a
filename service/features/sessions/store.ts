import type { Insertable, Selectable } from 'kysely'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Sessions } from '../../db/tables.ts'

export type SessionRow = Selectable<Sessions>

/** A session lives until its end, and no longer than this unused. */
export type Alive = { now: Date; usedAfter: Date }

const living = (sql: Sql, { now, usedAfter }: Alive) =>
  sql
    .selectFrom('sessions')
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', usedAfter)

/** The session with the role of its member. */
export const selectByToken = (sql: Sql, tokenHash: string, alive: Alive) =>
  sessionByToken(sql, { tokenHash, ...alive })

const sessionByToken = compiledOnce((sql, of: { tokenHash: string } & Alive) =>
  living(sql, of)
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .selectAll('sessions')
    .select('members.role')
    .where('token_hash', '=', of.tokenHash),
)

export const selectSession = (sql: Sql, id: string, alive: Alive) =>
  living(sql, alive).selectAll().where('id', '=', id).executeTakeFirst()

export const selectSessionsOf = (sql: Sql, memberId: string, alive: Alive, page: PageRequest) =>
  pageOf(living(sql, alive).selectAll().where('member_id', '=', memberId), page)

export async function insertSession(sql: Sql, row: Insertable<Sessions>): Promise<void> {
  await sql.insertInto('sessions').values(row).execute()
}

/** False where the member has no such session. */
export async function deleteSession(sql: Sql, id: string, memberId: string): Promise<boolean> {
  const { numDeletedRows } = await sql
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionsOf(sql: Sql, memberId: string): Promise<void> {
  await sql.deleteFrom('sessions').where('member_id', '=', memberId).execute()
}

export async function deleteDeadSessions(sql: Sql, { now, usedAfter }: Alive): Promise<void> {
  await sql
    .deleteFrom('sessions')
    .where((by) => by.or([by('expires_at', '<=', now), by('last_used_at', '<=', usedAfter)]))
    .execute()
}

/**
 * The organizations in which the person of a session is a member, by name: by the identity at the provider, or by the
 * address that was shown to be the person's. None by an invitation, whose link others have as well.
 */
export const selectOrganizationsOf = (
  sql: Sql,
  { method, member_id: memberId, proven_email: email }: SessionRow,
) =>
  sql
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select(['organizations.id', 'organizations.name', 'members.id as member_id'])
    .where((by) =>
      method === 'openid'
        ? by('members.id', 'in', selectSamePerson(sql, memberId))
        : by(by.fn('lower', ['members.email']), '=', email?.toLowerCase() ?? null),
    )
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute()

const selectSamePerson = (sql: Sql, memberId: string) =>
  sql
    .selectFrom('sign_in_identities as own')
    .innerJoin('sign_in_identities as other', (join) =>
      join.onRef('other.issuer', '=', 'own.issuer').onRef('other.subject', '=', 'own.subject'),
    )
    .select('other.member_id')
    .where('own.member_id', '=', memberId)

export const selectOrganizationName = (sql: Sql, id: string) =>
  sql.selectFrom('organizations').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
