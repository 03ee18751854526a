import type { Insertable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { TranscriptionParts } from '../../db/tables.ts'

export async function selectPart(
  sql: Sql,
  contentId: string,
  key: string,
): Promise<object | undefined> {
  const row = await sql
    .selectFrom('transcription_parts')
    .select('value')
    .where('content_id', '=', contentId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.value
}

export async function upsertPart(sql: Sql, row: Insertable<TranscriptionParts>): Promise<void> {
  const { value, created_at } = row
  await sql
    .insertInto('transcription_parts')
    .values(row)
    .onConflict((on) => on.columns(['content_id', 'key']).doUpdateSet({ value, created_at }))
    .execute()
}

export async function deleteParts(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom('transcription_parts').where('content_id', '=', contentId).execute()
}
