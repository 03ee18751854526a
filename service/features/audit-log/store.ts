import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { AuditLog } from '../../db/tables.ts'

export type AuditRow = Selectable<AuditLog>
/** With the name of its key, as it is or as it was when it was revoked. */
export type ListedRow = AuditRow & { key_name: string | null; revoked_key_name: string | null }

export const selectAuditLog = (
  sql: Sql,
  organizationId: string,
  { action, ...page }: PageRequest & { action: string | undefined },
) => {
  const query = sql
    .selectFrom('audit_log')
    .selectAll()
    .select(({ selectFrom }) => [
      selectFrom('api_keys')
        .whereRef('api_keys.id', '=', 'audit_log.api_key_id')
        .select('api_keys.name')
        .as('key_name'),
      selectFrom('revoked_api_keys')
        .whereRef('revoked_api_keys.id', '=', 'audit_log.api_key_id')
        .select('revoked_api_keys.name')
        .as('revoked_key_name'),
    ])
    .where('organization_id', '=', organizationId)
  if (action === undefined) return pageOf(query, page)
  const noun = /^[a-z_]+\.(?=\*$)/.exec(action)?.[0]
  return pageOf(
    noun === undefined
      ? query.where('action', '=', action)
      : query.where((eb) => eb(eb.fn('starts_with', ['action', eb.val(noun)]), '=', true)),
    page,
  )
}

export const selectLastEntry = (sql: Sql, organizationId: string): Promise<AuditRow | undefined> =>
  sql
    .selectFrom('audit_log')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function insertAuditEntry(sql: Sql, row: Insertable<AuditLog>): Promise<void> {
  await sql.insertInto('audit_log').values(row).execute()
}
