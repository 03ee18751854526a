import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Members } from '../../db/tables.ts'

export type MemberRow = Selectable<Members>

export const selectOwner = (sql: Sql, organizationId: string): Promise<MemberRow | undefined> =>
  sql
    .selectFrom('members')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('is_owner', '=', true)
    .executeTakeFirst()

export const insertMember = (sql: Sql, row: Insertable<Members>): Promise<MemberRow> =>
  sql.insertInto('members').values(row).returningAll().executeTakeFirstOrThrow()
