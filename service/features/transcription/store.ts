import { sql as raw, type Insertable } from 'kysely'
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

/** The values of all parts whose key begins so, in the order of their keys. */
export async function selectPartsOf(sql: Sql, contentId: string, kind: string): Promise<object[]> {
  const rows = await sql
    .selectFrom('transcription_parts')
    .select('value')
    .where('content_id', '=', contentId)
    .where('key', 'like', `${kind}:%`)
    .orderBy('key')
    .execute()
  return rows.map(({ value }) => value)
}

export async function upsertPart(sql: Sql, row: Insertable<TranscriptionParts>): Promise<void> {
  const { value, created_at } = row
  await sql
    .insertInto('transcription_parts')
    .values(row)
    .onConflict((on) => on.columns(['content_id', 'key']).doUpdateSet({ value, created_at }))
    .execute()
}

/** Puts two parts that are lists into one in their place. */
export async function mergeParts(
  sql: Sql,
  contentId: string,
  { first, second, key }: { first: string; second: string; key: string },
): Promise<void> {
  await raw`
    INSERT INTO transcription_parts (content_id, key, value, created_at)
    SELECT one.content_id, ${key}, one.value || other.value, one.created_at
    FROM transcription_parts one JOIN transcription_parts other USING (content_id)
    WHERE one.content_id = ${contentId} AND one.key = ${first} AND other.key = ${second}`.execute(
    sql,
  )
  await sql
    .deleteFrom('transcription_parts')
    .where('content_id', '=', contentId)
    .where('key', 'in', [first, second])
    .execute()
}

export async function deleteParts(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom('transcription_parts').where('content_id', '=', contentId).execute()
}

/** Transcription settings of the recording, its project and its organization. */
export const selectSettings = (sql: Sql, contentId: string) =>
  sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'content.language',
      'content.speech_model',
      'content.translate_to_english',
      'projects.language as project_language',
      'projects.speech_model as project_speech_model',
      'projects.translate_to_english as project_translate_to_english',
      'projects.vocabulary as project_vocabulary',
      'projects.voice_memory',
      'organizations.vocabulary',
      'organizations.speech_model as organization_speech_model',
    ])
    .where('content.id', '=', contentId)
    .executeTakeFirst()

export const selectProjectSettings = (sql: Sql, projectId: string) =>
  sql
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'projects.language',
      'projects.vocabulary as project_vocabulary',
      'organizations.vocabulary',
    ])
    .where('projects.id', '=', projectId)
    .executeTakeFirst()

export const selectOrganizationSettings = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('organizations')
    .select(['speech_model', 'vocabulary'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
