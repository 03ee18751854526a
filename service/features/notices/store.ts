import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Members, Notices } from '../../db/tables.ts'

export type NoticeRow = Selectable<Notices>

export function selectNotices(
  sql: Sql,
  organizationId: string,
  { unread, ...page }: PageRequest & { unread: boolean | undefined },
) {
  const query = sql.selectFrom('notices').selectAll().where('organization_id', '=', organizationId)
  if (unread === undefined) return pageOf(query, page)
  return pageOf(query.where('read_at', unread ? 'is' : 'is not', null), page)
}

export const selectNoticeById = (sql: Sql, id: string): Promise<NoticeRow | undefined> =>
  sql.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertNotice(sql: Sql, row: Insertable<Notices>): Promise<void> {
  await sql.insertInto('notices').values(row).execute()
}

export const updateReadAt = (sql: Sql, id: string, readAt: Date | null): Promise<NoticeRow> =>
  sql
    .updateTable('notices')
    .set({ read_at: readAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** How many were unread. */
export async function markAllRead(sql: Sql, organizationId: string, at: Date): Promise<number> {
  const { numUpdatedRows } = await sql
    .updateTable('notices')
    .set({ read_at: at })
    .where('organization_id', '=', organizationId)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteNoticesBefore(sql: Sql, time: Date): Promise<void> {
  await sql.deleteFrom('notices').where('created_at', '<', time).execute()
}

/** What makes two notices the same. */
type Same = Pick<NoticeRow, 'kind' | 'body' | 'link'>

export async function hasNotice(sql: Sql, { kind, body, link }: Same): Promise<boolean> {
  const query = sql
    .selectFrom('notices')
    .select('id')
    .where((by) => by.and({ kind, body, link }))
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export async function deleteNotice(sql: Sql, { kind, body, link }: Same): Promise<void> {
  await sql
    .deleteFrom('notices')
    .where((by) => by.and({ kind, body, link }))
    .execute()
}

export type Addressee = Pick<Selectable<Members>, 'id' | 'email' | 'language'>

/** Whoever a notice is for: the owner of the organization; where it has none, its admins. */
export async function selectAddressees(sql: Sql, organizationId: string): Promise<Addressee[]> {
  const admins = await sql
    .selectFrom('members')
    .select(['id', 'email', 'language', 'is_owner'])
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()
  const owner = admins.find((one) => one.is_owner)
  return owner ? [owner] : admins
}

/** Undefined where the project is deleted. */
export async function selectOrganizationOf(
  sql: Sql,
  projectId: string,
): Promise<string | undefined> {
  const query = sql.selectFrom('projects').select('organization_id').where('id', '=', projectId)
  return (await query.executeTakeFirst())?.organization_id
}
