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
  /** Where `speech` is the beginning only: once `upsertSaid` keeps the words of all of it, those are taken. */
  isLong: boolean
}

export async function upsertDocument(tx: Sql, document: SearchDocument): Promise<void> {
  const { contentId, projectId, createdAt, language, filename, body } = document
  const { names, findings, speech, isLong } = document
  await sql`INSERT INTO search_languages VALUES (${language}::regconfig)
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`
    INSERT INTO search_documents
      (content_id, project_id, created_at, language, filename, body, document, ranking)
    SELECT ${contentId}, ${projectId}, ${createdAt}, ${language}::regconfig, lower(unaccent(${filename})),
      ${body}, vectors.document || said.document, vectors.ranking || said.ranking
    FROM (${isLong ? readBefore(contentId) : sql`SELECT ''::tsvector AS document, ''::tsvector AS ranking`}) said,
      LATERAL search_vectors(${language}::regconfig, ${names}, ${findings},
        CASE WHEN said.document = '' THEN ${speech} ELSE '' END) vectors
    ON CONFLICT (content_id) DO UPDATE SET
      project_id = excluded.project_id, language = excluded.language,
      filename = excluded.filename, body = excluded.body,
      document = excluded.document, ranking = excluded.ranking`.execute(tx)
}

/** The words that were read before; of a version that did not keep them for themselves, those of the document. */
const readBefore = (contentId: string) => sql`
  SELECT coalesce(kept.document, ts_filter(old.document, '{c}'), '') AS document,
    coalesce(kept.ranking, ts_filter(old.ranking, '{c}'), '') AS ranking
  FROM (VALUES (${contentId})) AS wanted (id)
    LEFT JOIN search_said kept ON kept.content_id = wanted.id
    LEFT JOIN search_documents old ON old.content_id = wanted.id`

/** A chunk of a speech in the language's stems and as it was said, in the database's notation. */
export async function selectVectors(handle: Sql, language: string, chunk: string) {
  const { rows } = await sql<{ stems: string; exact: string }>`
    SELECT to_tsvector(${language}::regconfig, ${chunk})::text AS stems,
      coalesce(to_tsvector(nullif('plain_simple'::regconfig, ${language}::regconfig), ${chunk})::text, '') AS exact`.execute(
    handle,
  )
  return rows[0] ?? { stems: '', exact: '' }
}

/** Keeps the words of what was said in a long recording; chunks as `selectVectors` reads them. As in search_vectors. */
export async function upsertSaid(
  tx: Sql,
  contentId: string,
  chunks: readonly { stems: string; exact: string }[],
): Promise<void> {
  const concat = (parts: readonly string[]) => sql`(
    SELECT search_concat(part::tsvector ORDER BY at)
    FROM unnest(${[...parts]}::text[]) WITH ORDINALITY AS parts (part, at))`
  await sql`
    INSERT INTO search_said (content_id, document, ranking)
    SELECT ${contentId}, setweight(stems || exact, 'C'), search_keywords(stems, 'C', 2, 100)
    FROM (SELECT ${concat(chunks.map(({ stems }) => stems))} AS stems,
      ${concat(chunks.map(({ exact }) => exact))} AS exact) said
    ON CONFLICT (content_id) DO UPDATE SET document = excluded.document, ranking = excluded.ranking`.execute(
    tx,
  )
}

export async function deleteSaid(tx: Sql, contentId: string): Promise<void> {
  await sql`DELETE FROM search_said WHERE content_id = ${contentId}`.execute(tx)
}

/** How large the newest transcript is, and what changes where anything of it does; undefined without one. */
export async function selectSize(handle: Sql, contentId: string) {
  const { rows } = await sql<{ characters: number; bytes: number; mark: string }>`
    SELECT length(text) AS characters, pg_column_size(segments) AS bytes, version || '/' || xmin::text AS mark
    FROM transcripts WHERE content_id = ${contentId} ORDER BY version DESC LIMIT 1`.execute(handle)
  return rows[0]
}

export const selectBodies = (tx: Sql, ids: string[]) =>
  tx
    .selectFrom('search_documents')
    .select(['content_id', 'language', 'body'])
    .where('content_id', 'in', ids)
    .execute()
