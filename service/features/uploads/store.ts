import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { UploadSessions } from '../../db/tables.ts'

export type UploadSessionRow = Selectable<UploadSessions>

export async function insertSession(sql: Sql, row: Insertable<UploadSessions>): Promise<void> {
  await sql.insertInto('upload_sessions').values(row).execute()
}

/** As `insertSession`; one that is there begins anew. */
export async function upsertSession(sql: Sql, row: Insertable<UploadSessions>): Promise<void> {
  const { content_id: _same, ...anew } = row
  await sql
    .insertInto('upload_sessions')
    .values(row)
    .onConflict((on) => on.column('content_id').doUpdateSet(anew))
    .execute()
}

export const selectSession = (sql: Sql, contentId: string): Promise<UploadSessionRow | undefined> =>
  sql
    .selectFrom('upload_sessions')
    .selectAll()
    .where('content_id', '=', contentId)
    .executeTakeFirst()

/**
 * Once; false where the session is gone or was used. An upload that began in time may end after
 * the expiry, so `expired` is no hindrance here.
 */
export async function useSession(sql: Sql, contentId: string): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('upload_sessions')
    .set({ state: 'used' })
    .where('content_id', '=', contentId)
    .where('state', '!=', 'used')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** As `useSession`, of one that goes on. */
export async function prolongSession(
  sql: Sql,
  contentId: string,
  expiresAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('upload_sessions')
    .set({ state: 'open', expires_at: expiresAt })
    .where('content_id', '=', contentId)
    .where('state', '!=', 'used')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps which upload in parts it is, where it is still the one from `before`. Answers which one it is then. */
export async function keepParts(
  sql: Sql,
  contentId: string,
  { before, partsId }: { before: string | null; partsId: string },
): Promise<string | null> {
  const { numUpdatedRows } = await sql
    .updateTable('upload_sessions')
    .set({ parts_id: partsId })
    .where('content_id', '=', contentId)
    .where('parts_id', 'is not distinct from', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? partsId : ((await selectSession(sql, contentId))?.parts_id ?? null)
}

export async function expireSessions(sql: Sql, now: Date): Promise<void> {
  await sql
    .updateTable('upload_sessions')
    .set({ state: 'expired' })
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .execute()
}

/** Items that wait for an upload which ended before `time`, and the organization of each. */
export const selectAbandoned = (sql: Sql, time: Date) =>
  selectWaiting(sql).where('upload_sessions.expires_at', '<', time).execute()

/** Items whose address nobody ever had: this service was copying a file itself. */
export const selectOwnCopies = (sql: Sql) =>
  selectWaiting(sql)
    .whereRef('upload_sessions.expires_at', '<=', 'upload_sessions.created_at')
    .execute()

const selectWaiting = (sql: Sql) =>
  sql
    .selectFrom('upload_sessions')
    .innerJoin('content', 'content.id', 'upload_sessions.content_id')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select(['content.id', 'content.project_id', 'content.trashed_from', 'content.filename'])
    .select('projects.organization_id')
    .where('content.status', '=', 'uploaded')
