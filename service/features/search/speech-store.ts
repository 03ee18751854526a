/** What each speaker said (0023-search-by-speaker.sql): the database keeps it up to date by itself. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
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
  sql`words @@ (select ${query}::tsquery && speaker_query(${speaker}))`

/** Whether a row of ask_segments is by a speaker of this name. */
const isSaidBy = (speaker: string) => sql`
  (ask_segments.content_id, ask_segments.speaker_id) in (
    select content_id, speaker_id from search_speech
    where content_id = ask_segments.content_id and name_key = (select speaker_key(${speaker})))`

type Speech = { content_id: string; language: string; body: string }

/** Everything that a speaker of this name said in each of these recordings. */
export async function selectSpeech(
  tx: Sql,
  ids: readonly string[],
  speaker: string,
): Promise<Speech[]> {
  const { rows } = await sql<Speech>`
    select content_id, min(language::text) as language, string_agg(text, ' ' order by place) as body
    from ask_segments
    where content_id = any(${[...ids]}::text[]) and ${isSaidBy(speaker)}
    group by content_id`.execute(tx)
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
  const isTheirs = speaker === undefined ? sql`true` : isSaidBy(speaker)
  const { rows } = await sql<SpokenLine>`
    select hits.content_id, best.*,
      (select speaker from transcripts, jsonb_array_elements(speakers) speaker
        where transcripts.content_id = hits.content_id and speaker->>'id' = best.speaker_id
        order by version desc limit 1) as speaker
    from unnest(${[...contentIds]}::text[]) with ordinality as hits (content_id, rank), lateral (
      select * from (
        select segment_id, speaker_id, start_time, end_time, text, language::text as language
        from (
          select *, (select count(*) from unnest(${[...terms]}::text[]) term
            where words @@ term::tsquery) as worth
          from (
            select * from ask_segments
            where words @@ (${terms.join(' | ')}::tsquery
              && ('''' || hits.content_id || '''')::tsquery)
              and ${isTheirs}
            limit ${mostCompared}
          ) compared
        ) counted
        order by worth desc, place limit ${mostOfRecording}
      ) chosen
      order by start_time
    ) best
    order by hits.rank, best.start_time`.execute(tx)
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
  const { organizationId, projectIds } = reach
  const conditions = [
    sql`project_id in (select id from projects where organization_id = ${organizationId})`,
  ]
  if (projectIds) conditions.push(sql`project_id = any(${[...projectIds]}::text[])`)
  if (beginning !== undefined) {
    conditions.push(sql`starts_with_word(name_key, (select speaker_key(${beginning})))`)
  }
  const behind = after
    ? sql`(-content_count, name_key) > (${-after.content_count}::bigint, ${after.name_key})`
    : sql`true`
  const { rows } = await sql<SpeakerRow>`
    select name, name_key, content_count::integer from (
      select mode() within group (order by name) as name, name_key,
        count(distinct content_id) as content_count
      from search_speech where is_named and ${sql.join(conditions, sql` and `)}
      group by name_key
    ) counted
    where ${behind}
    order by content_count desc, name_key limit ${limit}`.execute(handle)
  return rows
}
