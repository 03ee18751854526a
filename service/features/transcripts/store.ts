import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Transcripts } from '../../db/tables.ts'

export type TranscriptRow = Selectable<Transcripts>

/** The newest version. */
export const selectTranscript = (sql: Sql, contentId: string): Promise<TranscriptRow | undefined> =>
  sql
    .selectFrom('transcripts')
    .selectAll()
    .where('content_id', '=', contentId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function selectVersion(sql: Sql, contentId: string): Promise<number> {
  const row = await sql
    .selectFrom('transcripts')
    .select((by) => by.fn.max('version').as('version'))
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  return row?.version ?? 0
}

export async function insertTranscript(sql: Sql, row: Insertable<Transcripts>): Promise<void> {
  await sql.insertInto('transcripts').values(row).execute()
}
