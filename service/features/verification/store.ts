import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Verifications } from '../../db/tables.ts'

export type VerificationRow = Selectable<Verifications>

export const selectVerification = (
  sql: Sql,
  organizationId: string,
): Promise<VerificationRow | undefined> =>
  sql
    .selectFrom('verifications')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()

/** In place of the one before. */
export async function replaceVerification(
  sql: Sql,
  row: Insertable<Verifications>,
): Promise<VerificationRow> {
  await sql.deleteFrom('verifications').where('organization_id', '=', row.organization_id).execute()
  return sql.insertInto('verifications').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes it while it runs; undefined where it has ended. */
export const updateRunning = (
  sql: Sql,
  organizationId: string,
  set: Updateable<Verifications>,
): Promise<VerificationRow | undefined> =>
  sql
    .updateTable('verifications')
    .set(set)
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'running')
    .returningAll()
    .executeTakeFirst()
