/** What search keeps of each recording (0005-search.sql), and what it is made from. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { answeredIn } from '../analyses/answered.ts'

/** What a recording can be found by; undefined where it is gone. */
export async function selectSource(tx: Sql, contentId: string) {
  const content = await tx
    .selectFrom('content')
    .select(['project_id', 'filename', 'created_at'])
    .select((by) =>
      by.fn.coalesce('title', 'event_title', 'proposed_title', 'name_title').as('title'),
    )
    .where('id', '=', contentId)
    .executeTakeFirst()
  if (!content) return undefined
  const transcript = await tx
    .selectFrom('transcripts')
    .select(['text', 'language'])
    .where('content_id', '=', contentId)
    .orderBy('version', 'desc')
    .executeTakeFirst()
  const analyses = await tx
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .select(['result', 'needs_language_model'])
    .where('content_id', '=', contentId)
    .where('status', '=', 'completed')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  const notes = await tx
    .selectFrom('content_notes')
    .select(['text', 'markers'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  const written = notes ? [notes.text, ...notes.markers.map(({ label }) => label)] : []
  return { ...content, transcript, results: [...analyses.map(answeredIn), written] }
}

export type SearchDocument = {
  contentId: string
  projectId: string
  createdAt: Date
  language: string
  filename: string
  body: string
  names: string
  findings: string
  speech: string
}

export async function upsertDocument(tx: Sql, document: SearchDocument): Promise<void> {
  const { contentId, projectId, createdAt, language, filename, body } = document
  const { names, findings, speech } = document
  await sql`INSERT INTO search_languages VALUES (${language}::regconfig)
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`
    INSERT INTO search_documents
      (content_id, project_id, created_at, language, filename, body, document, ranking)
    SELECT ${contentId}, ${projectId}, ${createdAt}, ${language}::regconfig, lower(unaccent(${filename})),
      ${body}, vectors.document, vectors.ranking
    FROM search_vectors(${language}::regconfig, ${names}, ${findings}, ${speech}) vectors
    ON CONFLICT (content_id) DO UPDATE SET
      project_id = excluded.project_id, language = excluded.language,
      filename = excluded.filename, body = excluded.body,
      document = excluded.document, ranking = excluded.ranking`.execute(tx)
}

/**
 * Brings the segments and what each speaker said (0015-ask.sql, 0023-search-by-speaker.sql) up to the
 * newest transcript. Rows that stay the same are not written, so their vectors stay.
 */
export async function indexSegments(tx: Sql, contentId: string): Promise<void> {
  await sql`SELECT ask_index(${contentId})`.execute(tx)
  // Reads the rows that the one before wrote.
  await sql`SELECT search_speech_index(${contentId})`.execute(tx)
}

export const selectBodies = (tx: Sql, ids: string[]) =>
  tx
    .selectFrom('search_documents')
    .select(['content_id', 'language', 'body'])
    .where('content_id', 'in', ids)
    .execute()
