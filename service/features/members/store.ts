import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Members } from '../../db/tables.ts'

export type MemberRow = Selectable<Members>

const ofOrganization = (sql: Sql, organizationId: string) =>
  sql.selectFrom('members').selectAll().where('organization_id', '=', organizationId)

export const selectMembers = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf(ofOrganization(sql, organizationId), page)

export const selectMember = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<MemberRow | undefined> =>
  ofOrganization(sql, organizationId).where('id', '=', id).executeTakeFirst()

/** Addresses are compared without regard to case (api-choices.md 3). */
export const selectMemberByEmail = (
  sql: Sql,
  organizationId: string,
  email: string,
): Promise<MemberRow | undefined> =>
  ofOrganization(sql, organizationId)
    .where((by) => by(by.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

export const selectOwner = (sql: Sql, organizationId: string): Promise<MemberRow | undefined> =>
  ofOrganization(sql, organizationId).where('is_owner', '=', true).executeTakeFirst()

/** Locks their rows, so that of two who demote each other the second counts what the first left. */
export async function countAdmins(tx: Tx, organizationId: string): Promise<number> {
  const rows = await tx
    .selectFrom('members')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.length
}

/** Undefined where a member has the address already, also one who was added a moment ago. */
export const insertMember = (sql: Sql, row: Insertable<Members>): Promise<MemberRow | undefined> =>
  sql
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/**
 * In every organization: who came in last as a person that had shown to be the member; then the others, who was invited
 * first. So nobody comes into a foreign organization because somebody there has made a member of the same address.
 */
const inTrustedOrder = (sql: Sql) =>
  sql
    .selectFrom('members')
    .leftJoin('invitations', 'invitations.id', 'members.invitation_id')
    .selectAll('members')
    .orderBy('members.proven_at', (by) => by.desc().nullsLast())
    .orderBy((by) => by.fn.coalesce('invitations.created_at', 'members.created_at'))
    .orderBy('members.id')

export const selectMembersByEmail = (sql: Sql, email: string): Promise<MemberRow[]> =>
  inTrustedOrder(sql)
    .where((by) => by(by.fn('lower', ['members.email']), '=', email.toLowerCase()))
    .execute()

export const selectMembersById = (sql: Sql, ids: readonly string[]): Promise<MemberRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : inTrustedOrder(sql).where('members.id', 'in', ids).execute()

export const updateMember = (sql: Sql, id: string, set: Updateable<Members>): Promise<MemberRow> =>
  sql.updateTable('members').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

/** Writes nothing where it is known. */
export async function updateLanguage(
  sql: Sql,
  id: string,
  language: MemberRow['language'],
): Promise<void> {
  await sql
    .updateTable('members')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is distinct from', language)
    .execute()
}

/** Whatever refers to the member was committed before, or finds none. */
export async function lockMember(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute()
}

/** The member's keys go with the row. */
export async function deleteMember(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('members').where('id', '=', id).execute()
}
