/** What was said, segment by segment (0015-ask.sql) and by speaker (0023-search-by-speaker.sql): the rows and their words. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredSpeaker } from '../../db/tables.ts'

/** The newest transcript of a recording; without one there are no segments. */
export type Said = {
  contentId: string
  projectId: string
  createdAt: Date
  /** ISO 639-1; null without a transcript. */
  language: string | null
  /** The text search configuration of that language. */
  stems: string
  speakers: StoredSpeaker[]
  segments: SaidSegment[]
}

export type SaidSegment = {
  place: number
  segment_id: string
  speaker_id: string
  start_time: number
  end_time: number
  text: string
}

/** Undefined where the recording is gone. */
export async function selectSaid(handle: Sql, contentId: string): Promise<Said | undefined> {
  const { rows } = await sql<Head>`
    SELECT content.id AS "contentId", project_id AS "projectId", content.created_at AS "createdAt", newest.language,
      ask_language(coalesce(newest.language, ''))::text AS stems, speakers, version, coalesce(count, 0) AS count
    FROM content LEFT JOIN LATERAL (
      SELECT language, speakers, version, jsonb_array_length(segments) AS count
      FROM transcripts WHERE content_id = content.id ORDER BY version DESC LIMIT 1
    ) newest ON TRUE
    WHERE content.id = ${contentId}`.execute(handle)
  if (!rows[0]) return undefined
  const { speakers, version, count, ...head } = rows[0]
  const segments: SaidSegment[] = []
  for (let from = 0; from < count; from += mostRead)
    segments.push(...(await selectSegments(handle, { contentId, version, from })))
  return { ...head, speakers: speakers ?? [], segments }
}

type Head = Omit<Said, 'segments' | 'speakers'> & {
  speakers: StoredSpeaker[] | null
  version: number | null
  count: number
}

/** Choice: so many are read in some hundredths of a second; PGlite does one thing at a time. */
const mostRead = 5_000

type SegmentsAt = { contentId: string; version: number | null; from: number }

/** Without the words and their times, which are most of a transcript. */
async function selectSegments(
  handle: Sql,
  { contentId, version, from }: SegmentsAt,
): Promise<SaidSegment[]> {
  const { rows } = await sql<SaidSegment>`
    SELECT ${from}::integer + at::integer AS place, segment->>'id' AS segment_id, segment->>'speaker_id' AS speaker_id,
      (segment->>'start')::float8 AS start_time, (segment->>'end')::float8 AS end_time, segment->>'text' AS text
    FROM (
      SELECT jsonb_path_query_array(segments, '$[$from to $to]',
        jsonb_build_object('from', ${from}::integer, 'to', ${from + mostRead - 1}::integer)) AS segments
      FROM transcripts WHERE content_id = ${contentId} AND version = ${version}
    ) part, jsonb_array_elements(segments) WITH ORDINALITY AS each (segment, at)
    ORDER BY at`.execute(handle)
  return rows
}

/** Removes what is behind the last segment, and notes that vectors are missing. */
export async function beginSegments(
  tx: Sql,
  { contentId, language, segments }: Said,
): Promise<void> {
  await sql`
    WITH embedded AS (DELETE FROM ask_embedded WHERE content_id = ${contentId}),
      unread AS (DELETE FROM ask_unread WHERE content_id = ${contentId})
    DELETE FROM ask_segments
      WHERE content_id = ${contentId} AND place > ${segments.length}::integer`.execute(tx)
  await sql`INSERT INTO ask_unread SELECT ${contentId} FROM ask_model
    WHERE ${language}::text IS NOT NULL
      AND (left(lower(${language}::text), 2) = ANY (languages) OR 'multilingual' = ANY (languages))`.execute(
    tx,
  )
}

/** Segments, each with its text as it is for the index; of those that stay the same nothing is written. */
export async function upsertSegments(
  tx: Sql,
  { contentId, stems }: Said,
  segments: readonly (SaidSegment & { words: string })[],
): Promise<void> {
  const column = <Name extends keyof SaidSegment | 'words'>(name: Name) =>
    segments.map((segment) => segment[name])
  await sql`
    WITH changed AS (
      INSERT INTO ask_segments
        SELECT content.id, new.place, new.id, new.speaker_id, new.start_time, new.end_time, new.text,
          ${stems}::regconfig,
          strip(to_tsvector(${stems}::regconfig, ask_text(new.words))) || array_to_tsvector(ARRAY[content.id, project_id])
        FROM unnest(${column('place')}::integer[], ${column('segment_id')}::text[], ${column('speaker_id')}::text[],
            ${column('start_time')}::float8[], ${column('end_time')}::float8[], ${column('text')}::text[],
            ${column('words')}::text[])
          AS new (place, id, speaker_id, start_time, end_time, text, words)
        JOIN content ON content.id = ${contentId}
        LEFT JOIN ask_segments old ON old.content_id = content.id AND old.place = new.place
        WHERE (old.segment_id, old.speaker_id, old.start_time, old.end_time, old.text, old.language)
          IS DISTINCT FROM (new.id, new.speaker_id, new.start_time, new.end_time, new.text, ${stems}::regconfig)
        ON CONFLICT (content_id, place) DO UPDATE SET
          segment_id = excluded.segment_id, speaker_id = excluded.speaker_id,
          start_time = excluded.start_time, end_time = excluded.end_time,
          text = excluded.text, language = excluded.language, words = excluded.words
        RETURNING place
    )
    DELETE FROM ask_embeddings USING changed
    WHERE content_id = ${contentId} AND ask_embeddings.place IN (changed.place, changed.place + 1)`.execute(
    tx,
  )
}

/** Gives segments, of which only the form in the index is another one now, their words. */
export async function updateSegmentWords(
  tx: Sql,
  contentId: string,
  segments: readonly { place: number; words: string }[],
): Promise<void> {
  await sql`
    UPDATE ask_segments SET words = strip(to_tsvector(ask_segments.language, ask_text(new.words)))
      || array_to_tsvector(ARRAY[content.id, content.project_id])
    FROM unnest(${segments.map(({ place }) => place)}::integer[], ${segments.map(({ words }) => words)}::text[])
        AS new (place, words), content
    WHERE content.id = ${contentId} AND ask_segments.content_id = content.id
      AND ask_segments.place = new.place`.execute(tx)
}

export const selectSpeechRows = (tx: Sql, contentId: string) =>
  sql<{ speaker_id: string; said_hash: string; name: string; is_named: boolean }>`
    SELECT speaker_id, said_hash, name, is_named FROM search_speech WHERE content_id = ${contentId}`
    .execute(tx)
    .then(({ rows }) => rows)

export async function deleteSpeech(
  tx: Sql,
  contentId: string,
  speakers: readonly string[],
): Promise<void> {
  await sql`DELETE FROM search_speech
    WHERE content_id = ${contentId} AND speaker_id = ANY(${[...speakers]}::text[])`.execute(tx)
}

/** The words of texts in the language's stems and as they were said, in the database's notation, without their places. */
export async function selectWords(
  handle: Sql,
  stems: string,
  texts: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    SELECT speech_words(${stems}::regconfig, ask_text(text))::text AS words
    FROM unnest(${[...texts]}::text[]) WITH ORDINALITY AS texts (text, at) ORDER BY at`.execute(
    handle,
  )
  return rows.map(({ words }) => words)
}

export type Speech = {
  speaker_id: string
  name: string
  is_named: boolean
  hash: string
  words: string[]
}

export async function upsertSpeech(
  tx: Sql,
  said: Said,
  speeches: readonly Speech[],
): Promise<void> {
  const words = speeches.flatMap((speech) =>
    speech.words.map((part) => ({ speaker: speech.speaker_id, part })),
  )
  await sql`
    INSERT INTO search_speech
      SELECT ${said.contentId}, ${said.projectId}, ${said.createdAt}::timestamptz, speech.speaker_id, speech.name,
        speaker_key(speech.name), speech.is_named, speech.hash,
        (SELECT search_concat(words.part::tsvector)
          FROM unnest(${words.map(({ speaker }) => speaker)}::text[], ${words.map(({ part }) => part)}::text[])
            AS words (speaker, part)
          WHERE words.speaker = speech.speaker_id) || speaker_mark(speaker_key(speech.name))
      FROM unnest(${speeches.map(({ speaker_id: id }) => id)}::text[], ${speeches.map(({ name }) => name)}::text[],
          ${speeches.map(({ is_named: isNamed }) => isNamed)}::boolean[], ${speeches.map(({ hash }) => hash)}::text[])
        AS speech (speaker_id, name, is_named, hash)
      ON CONFLICT (content_id, speaker_id) DO UPDATE SET
        name = excluded.name, name_key = excluded.name_key, is_named = excluded.is_named,
        said_hash = excluded.said_hash, words = excluded.words`.execute(tx)
}

/** Puts new names in the place of the old ones, without a look at what was said. */
export async function renameSpeech(
  tx: Sql,
  contentId: string,
  speeches: readonly Pick<Speech, 'speaker_id' | 'name' | 'is_named'>[],
): Promise<void> {
  await sql`
    UPDATE search_speech SET name = speech.name, name_key = speaker_key(speech.name), is_named = speech.is_named,
      words = ts_delete(words, '=' || name_key) || speaker_mark(speaker_key(speech.name))
    FROM unnest(${speeches.map(({ speaker_id: id }) => id)}::text[], ${speeches.map(({ name }) => name)}::text[],
        ${speeches.map(({ is_named: isNamed }) => isNamed)}::boolean[]) AS speech (speaker_id, name, is_named)
    WHERE content_id = ${contentId} AND search_speech.speaker_id = speech.speaker_id`.execute(tx)
}
