/** What each speaker said (0023-search-by-speaker.sql). */
import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { within } from '../../db/scope.ts'
import type { StoredSpeaker } from '../../db/tables.ts'

export type Reach = {
  organizationId: string
  /** Null where the caller may see every project. */
  projectIds: readonly string[] | null
}

/**
 * Whether a row of search_speech is by a speaker of this name and holds what is asked for. A subquery,
 * so that the name is folded once and not for every row; likewise below.
 */
export const isSpokenBy = (query: string, speaker: string) =>
  sql`words @@ (SELECT ${query}::tsquery && speaker_query(${speaker}))`

/** Whether a row of ask_segments is by a speaker of this name. */
const isSaidBy = (speaker: string) => sql`
  (ask_segments.content_id, ask_segments.speaker_id) IN (
    SELECT content_id, speaker_id FROM search_speech
    WHERE content_id = ask_segments.content_id AND name_key = (SELECT speaker_key(${speaker})))`

type Speech = { content_id: string; language: string; body: string }

/** Everything that a speaker of this name said in each of these recordings. */
export async function selectSpeech(
  tx: Sql,
  ids: readonly string[],
  speaker: string,
): Promise<Speech[]> {
  const { rows } = await sql<Speech>`
    SELECT content_id, min(language::text) AS language, string_agg(text, ' ' ORDER BY place) AS body
    FROM ask_segments
    WHERE content_id = ANY(${[...ids]}::text[]) AND ${isSaidBy(speaker)}
    GROUP BY content_id`.execute(tx)
  return rows
}

/** Choice: as many lines of one recording as a list of hits has room for. */
const mostOfRecording = 3
// Lines that are compared with each other; more only come from words that are said all the time.
const mostCompared = 300

export type SpokenLine = {
  content_id: string
  segment_id: string
  start_time: number
  end_time: number
  text: string
  language: string
  speaker: StoredSpeaker | null
}

/** The lines of these recordings in which most of the terms were said, in their order. */
export async function selectLines(
  tx: Sql,
  contentIds: readonly string[],
  terms: readonly string[],
  speaker: string | undefined,
): Promise<SpokenLine[]> {
  const isTheirs = speaker === undefined ? sql`TRUE` : isSaidBy(speaker)
  const { rows } = await sql<SpokenLine>`
    SELECT hits.content_id, best.*,
      (SELECT speaker FROM transcripts, jsonb_array_elements(speakers) speaker
        WHERE transcripts.content_id = hits.content_id AND speaker->>'id' = best.speaker_id
        ORDER BY version DESC LIMIT 1) AS speaker
    FROM unnest(${[...contentIds]}::text[]) WITH ORDINALITY AS hits (content_id, rank), LATERAL (
      SELECT * FROM (
        SELECT segment_id, speaker_id, start_time, end_time, text, language::text AS language
        FROM (
          SELECT *, (SELECT count(*) FROM unnest(${[...terms]}::text[]) term
            WHERE words @@ term::tsquery) AS worth
          FROM (
            SELECT * FROM ask_segments
            WHERE words @@ (${terms.join(' | ')}::tsquery
              && ('''' || hits.content_id || '''')::tsquery)
              AND ${isTheirs}
            LIMIT ${mostCompared}
          ) compared
        ) counted
        ORDER BY worth DESC, place LIMIT ${mostOfRecording}
      ) chosen
      ORDER BY start_time
    ) best
    ORDER BY hits.rank, best.start_time`.execute(tx)
  return rows
}

export type SpeakerRow = { name: string; name_key: string; content_count: number }
type SpeakersRequest = {
  reach: Reach
  beginning: string | undefined
  after: SpeakerRow | null
  limit: number
}

/** Names that were given to speakers, those in most recordings first. */
export async function selectSpeakers(
  handle: Sql,
  { reach, beginning, after, limit }: SpeakersRequest,
): Promise<SpeakerRow[]> {
  const conditions: RawBuilder<SqlBool>[] = [within('search_speech', reach)]
  if (beginning !== undefined) {
    conditions.push(sql`starts_with_word(name_key, (SELECT speaker_key(${beginning})))`)
  }
  const behind = after
    ? sql`(-content_count, name_key) > (${-after.content_count}::bigint, ${after.name_key})`
    : sql`TRUE`
  const { rows } = await sql<SpeakerRow>`
    SELECT name, name_key, content_count::integer FROM (
      SELECT mode() WITHIN GROUP (ORDER BY name) AS name, name_key,
        count(DISTINCT content_id) AS content_count
      FROM search_speech WHERE is_named AND ${sql.join(conditions, sql` AND `)}
      GROUP BY name_key
    ) counted
    WHERE ${behind}
    ORDER BY content_count DESC, name_key LIMIT ${limit}`.execute(handle)
  return rows
}
