import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { StoredSpeaker } from '../../db/tables.ts'
import { toAskedText } from '../search/words.ts'
import {
  countOf,
  isNarrowed,
  idQuery,
  recordingsOf,
  selectNewest,
  type Extent,
  type Scope,
} from './scope-store.ts'

/** Which of the words each language leaves out of its index. */
export async function selectStops(
  handle: Sql,
  languages: readonly string[],
  words: readonly string[],
): Promise<{ language: string; word: string }[]> {
  const { rows } = await sql<{ language: string; word: string }>`
    SELECT language, word
    FROM unnest(${[...languages]}::text[]) language, unnest(${[...words]}::text[], ${words.map(toAskedText)}::text[]) AS words (word, spoken)
    WHERE length(to_tsvector(ask_language(language), ask_text(spoken))) = 0`.execute(handle)
  return rows
}

/** A word to look for, with all it may be called; `term` numbers the question's words. */
export type Wanted = { term: number; words: string[] }

/** Each term as a query: any of its words, in the stems of any of the languages. */
async function selectQueries(
  handle: Sql,
  languages: readonly string[],
  wanted: Wanted[],
): Promise<TermQuery[]> {
  const pairs = wanted.flatMap(({ term, words }) => words.map((word) => ({ term, word })))
  const { rows } = await sql<TermQuery>`
    SELECT term, string_agg('(' || query::text || ')', ' | ') AS query, 0 AS said
    FROM unnest(${pairs.map(({ term }) => term)}::integer[], ${pairs.map(({ word }) => toAskedText(word))}::text[])
        AS pairs (term, word),
      unnest(${[...languages]}::text[]) language,
      plainto_tsquery(ask_language(language), ask_text(word)) query
    WHERE numnode(query) > 0
    GROUP BY term`.execute(handle)
  return rows
}

/** How many segments are looked at around a place where words of the question were said. */
const [before, after] = [6, 4]
/** Places looked at more closely. */
const mostPlaces = 40

export type Segment = {
  content_id: string
  place: number
  segment_id: string
  speaker_id: string
  start_time: number
  end_time: number
  text: string
}

/** With the terms that were said in it. */
export type Found = Segment & { terms: number[] }

/** How often each term was said, by its number. */
export type Counts = ReadonlyMap<number, number>

/**
 * How many segments are read for one word. A word that more have tells little; that it is then counted
 * as rarer than it is costs less than reading all of them.
 */
const mostOfTerm = 2_000
const mostTogether = 300

/** The segments that match: the index alone is asked, also for the recordings they are in. */
const matching = (query: string, scope: Scope, limit: number) => {
  const place = idQuery(scope)
  return sql`
  SELECT content_id, place FROM ask_segments
  WHERE words @@ ${place === null ? sql`${query}::tsquery` : sql`(${query}::tsquery && ${place}::tsquery)`}
    AND ${isNarrowed(scope) ? sql`content_id IN (${recordingsOf(scope)})` : sql`TRUE`}
  LIMIT ${limit}::integer`
}

/** The same where most segments are of the project: to look each up in the index of those costs more than to read it. */
const matchingMost: typeof matching = (query, scope, limit) => sql`
  SELECT content_id, place FROM (
    SELECT * FROM ask_segments WHERE words @@ ${query}::tsquery OFFSET 0
  ) said
  WHERE content_id IN (${recordingsOf(scope)}) LIMIT ${limit}::integer`

/** A term as a query; `said`: in about how many segments, where that was looked up before. */
type TermQuery = { term: number; query: string; said: number }
type Hit = { term: number; content_id: string; place: number }
/** `hits` are those known already; a word that is `isFrequent` is looked for beside the others only. */
type Looking = {
  hits: readonly Hit[]
  isFrequent: (query: TermQuery) => boolean
  find: typeof matching
}

/** Per term the segments that have it; and those that have all of them, however frequent each is. */
function hitsOf(scope: Scope, queries: readonly TermQuery[], { hits, isFrequent, find }: Looking) {
  const rare = queries.filter((query) => !isFrequent(query))
  const any = rare.map(({ query }) => `(${query})`).join(' | ')
  const each = (rare.length === 0 ? [] : queries).map((one) => {
    const query = isFrequent(one) ? `(${one.query}) & (${any})` : one.query
    return sql`SELECT ${one.term}::integer AS term, hit.* FROM (${find(query, scope, mostOfTerm)}) hit`
  })
  const all = queries.map(({ query }) => `(${query})`).join(' & ')
  const terms = queries.map(({ term }) => term)
  const together = sql`SELECT term, hit.* FROM (${find(all, scope, mostTogether)}) hit,
    unnest(${terms}::integer[]) term`
  const known = sql`SELECT * FROM unnest(${hits.map(({ term }) => term)}::integer[],
    ${hits.map(({ content_id: id }) => id)}::text[], ${hits.map(({ place }) => place)}::integer[])
    AS known (term, content_id, place)`
  return sql.join([...each, ...(rare.length > 0 ? [together] : []), known], sql` UNION ALL `)
}

/** Choice: the index is asked for each word of a question in projects of up to so many segments. */
const mostSegments = 1_000_000
/** Of a larger one so many of the newest are looked through, which also tells how frequent a word is. */
const mostLookedThrough = 2_000
/** Choice: of a word that a larger share of them has, the index would list too many. */
const frequentShare = 0.005

/** Of a project too large to list all that has a word of the question: what the newest recordings have. */
async function lookThroughNewest(
  handle: Sql,
  scope: Scope,
  { queries, segments }: { queries: readonly TermQuery[]; segments: number },
): Promise<{ queries: TermQuery[] } & Looking> {
  const { rows: hits } = await sql<Hit & { looked_through: number }>`
    WITH newest AS MATERIALIZED (
      SELECT said.content_id, said.place, said.words
      FROM unnest(${await selectNewest(handle, scope)}::text[]) WITH ORDINALITY AS recordings (id, at),
        LATERAL (SELECT * FROM ask_segments WHERE content_id = id) said
      ORDER BY at, said.place LIMIT ${mostLookedThrough}
    )
    SELECT term, content_id, place, (SELECT count(*)::integer FROM newest) AS looked_through
    FROM newest, unnest(${queries.map(({ term }) => term)}::integer[],
      ${queries.map(({ query }) => query)}::text[]) AS queries (term, query)
    WHERE words @@ query::tsquery`.execute(handle)
  const { rows: shares } = await sql<{ is_most: boolean }>`
    SELECT (${countOf(scope)}) * 2 > (SELECT reltuples FROM pg_class WHERE oid = 'content'::regclass)
      AS is_most`.execute(handle)
  const lookedThrough = hits[0]?.looked_through ?? 1
  const shareOf = ({ term }: TermQuery) =>
    hits.filter((hit) => hit.term === term).length / lookedThrough
  return {
    hits,
    find: shares[0]?.is_most ? matchingMost : matching,
    isFrequent: (query) => shareOf(query) > frequentShare,
    queries: queries.map((query) => ({ ...query, said: Math.round(shareOf(query) * segments) })),
  }
}

/**
 * The stretches in which most, and the rarest, of the words were said together: each place is counted
 * with its neighbours, in overlapping spans of four, since an answer is often the next turn.
 */
export async function selectNearby(
  handle: Sql,
  scope: Scope,
  { languages, segments, wanted }: Extent & { wanted: Wanted[] },
): Promise<{ found: Found[]; counts: Counts }> {
  const all = await selectQueries(handle, languages, wanted)
  if (all.length === 0) return { found: [], counts: new Map() }
  const { queries, ...looking } =
    segments > mostSegments
      ? await lookThroughNewest(handle, scope, { queries: all, segments })
      : { queries: all, hits: [], find: matching, isFrequent: () => false }
  const terms = queries.map(({ term }) => term)
  const texts = queries.map(({ query }) => query)
  const { rows } = await sql<Found & { counts: Record<string, number> }>`
    WITH queries AS MATERIALIZED (
      SELECT term, query::tsquery AS query, known
      FROM unnest(${terms}::integer[], ${texts}::text[], ${queries.map(({ said }) => said)}::float8[])
        AS queries (term, query, known)
    ),
    hits AS MATERIALIZED (${hitsOf(scope, queries, looking)}),
    counts AS MATERIALIZED (
      SELECT term, greatest(count(DISTINCT (content_id, place)), known)::float8 AS said
      FROM hits JOIN queries USING (term) GROUP BY term, known
    ),
    stretches AS (
      SELECT DISTINCT term, content_id, (place + shift) / 4 * 4 - shift AS first
      FROM hits, (VALUES (0), (2)) shifts (shift)
    ),
    best AS MATERIALIZED (
      SELECT content_id, first FROM stretches JOIN counts USING (term)
      GROUP BY content_id, first
      ORDER BY sum(ln(1 + ${segments}::float8 / said)) DESC, content_id DESC, first
      LIMIT ${mostPlaces}
    ),
    places AS MATERIALIZED (
      SELECT DISTINCT content_id, place
      FROM best, generate_series(first - ${before}::integer, first + 3 + ${after}::integer) place
    )
    SELECT said.content_id, said.place, segment_id, speaker_id, start_time, end_time, text,
      ARRAY(SELECT term FROM queries WHERE words @@ query) AS terms,
      (SELECT jsonb_object_agg(term, said) FROM counts) AS counts
    FROM places, LATERAL (
      -- Kept apart, so that each is looked up and the table is not read.
      SELECT * FROM ask_segments
      WHERE content_id = places.content_id AND place = places.place OFFSET 0
    ) said
    ORDER BY said.content_id, said.place`.execute(handle)
  const counts = Object.entries(rows[0]?.counts ?? {})
  return { found: rows, counts: new Map(counts.map(([term, said]) => [Number(term), said])) }
}

export type About = {
  project_id: string
  filename: string
  title: string
  language: string
  speakers: StoredSpeaker[]
  word_count: number
  /** When it took place: as a person says, or else when it came in. */
  took_place: Date
}

/** What is known of the recordings themselves: name, language, who speaks, when. */
export async function selectAbout(
  handle: Sql,
  contentIds: readonly string[],
): Promise<Map<string, About>> {
  if (contentIds.length === 0) return new Map()
  const rows = await handle
    .selectFrom('content')
    .innerJoin('transcripts', 'transcripts.content_id', 'content.id')
    .distinctOn('content.id')
    .select((of) => [
      ...(['content.id', 'project_id', 'filename', 'shown_title as title'] as const),
      ...(['transcripts.language', 'speakers', 'word_count'] as const),
      of.fn.coalesce('recorded_at', 'content.created_at').as('took_place'),
    ])
    .where('content.id', 'in', contentIds)
    .orderBy('content.id')
    .orderBy('version', 'desc')
    .execute()
  return new Map(rows.map(({ id, ...about }) => [id, about]))
}
