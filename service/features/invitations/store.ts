import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Invitations } from '../../db/tables.ts'

export type InvitationRow = Selectable<Invitations>

export const selectPending = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf(
    sql
      .selectFrom('invitations')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'pending'),
    page,
  )

export const selectInvitation = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> =>
  sql
    .selectFrom('invitations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The invitation whose link holds the token, with the names to show beside it. */
export const selectByToken = (sql: Sql, tokenHash: string) =>
  sql
    .selectFrom('invitations')
    .innerJoin('organizations', 'organizations.id', 'invitations.organization_id')
    .leftJoin('members', 'members.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select([
      'organizations.name as organization_name',
      'members.name as inviter_name',
      'members.email as inviter_email',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
export type NamedInvitation = NonNullable<Awaited<ReturnType<typeof selectByToken>>>

/** Undefined where one to this address is pending, also one that was made a moment ago. */
export const insertInvitation = (
  sql: Sql,
  row: Insertable<Invitations>,
): Promise<InvitationRow | undefined> =>
  sql
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Accepts it; of any number who try at the same time one gets it, the others undefined. */
export const claimInvitation = (
  sql: Sql,
  id: string,
  now: Date,
): Promise<InvitationRow | undefined> =>
  sql
    .updateTable('invitations')
    .set({ status: 'accepted', accepted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** Those that a member has made. */
export const selectPendingBy = (sql: Sql, memberId: string): Promise<Pick<InvitationRow, 'id'>[]> =>
  sql
    .selectFrom('invitations')
    .select('id')
    .where('status', '=', 'pending')
    .where('invited_by', '=', memberId)
    .orderBy('id')
    .execute()

/** What somebody with this address could accept, in every organization. */
export const selectPendingFor = (sql: Sql, email: string, now: Date): Promise<InvitationRow[]> =>
  sql
    .selectFrom('invitations')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .where((by) => by(by.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .execute()

export const updateInvitation = (
  sql: Sql,
  id: string,
  set: Updateable<Invitations>,
): Promise<InvitationRow> =>
  sql
    .updateTable('invitations')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Ends the pending ones whose time is over. Where there is none, nothing is written. */
export async function expirePending(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('invitations')
    .set({ status: 'expired', updated_at: now })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
}
