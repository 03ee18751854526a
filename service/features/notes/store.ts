import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { ContentNotes } from '../../db/tables.ts'

export type NotesRow = Selectable<ContentNotes>

export const selectNotes = (sql: Sql, contentId: string): Promise<NotesRow | undefined> =>
  sql.selectFrom('content_notes').selectAll().where('content_id', '=', contentId).executeTakeFirst()

export async function upsertNotes(sql: Sql, row: Insertable<ContentNotes>): Promise<void> {
  const { text, markers, line_times, updated_at } = row
  await sql
    .insertInto('content_notes')
    .values(row)
    .onConflict((on) =>
      on.column('content_id').doUpdateSet({ text, markers, line_times, updated_at }),
    )
    .execute()
}
