import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentStatus } from '../../db/tables.ts'
import { matchesOf, small, type Scoped, type Span } from './match-store.ts'
import type { Extent } from './scope-store.ts'
import type { Words } from './words.ts'

export const selectProjectId = (tx: Sql, organizationId: string, id: string) =>
  tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_shown', '=', true)
    .executeTakeFirst()

/** A query in PostgreSQL's own notation, the stems of its words, and the languages in which it was read. */
export type ParsedQuery = { text: string; stems: string[]; languages: string[] }

/**
 * Reads a query in each of the languages, which are names of text search configurations; if none are given, in all
 * that recordings were ever in.
 */
export async function parseQuery(
  tx: Sql,
  { text, joined, isTyping }: Pick<Words, 'text' | 'joined' | 'isTyping'>,
  languages: string[] | null,
): Promise<ParsedQuery> {
  const { rows } = await sql<ParsedQuery>`
    SELECT (search_query(${text}, ${isTyping}, languages)
        || CASE WHEN ${joined}::text IS NULL THEN '' ELSE search_query(${joined}::text, ${isTyping}, languages) END)::text
        AS text, languages,
      ARRAY(SELECT DISTINCT lexeme FROM unnest(languages) language,
        unnest(to_tsvector(language::regconfig, ${text})) LIMIT 50) AS stems
    FROM (
      SELECT coalesce(${languages}::text[],
        ARRAY(SELECT language::text FROM search_languages ORDER BY language::text COLLATE "C")) AS languages
    ) read`.execute(tx)
  return rows[0] ?? { text: '', stems: [], languages: [] }
}

export type Hit = {
  id: string
  project_id: string
  project_name: string
  filename: string
  title: string
  status: ContentStatus
  created_at: Date
  score: number
  /** The oldest match whose words were weighed; null where all were. */
  oldest_created_at: Date | null
  oldest_id: string | null
  is_bounded: boolean
  /** Of how many matches these are the best; null where not only the newest were looked for. */
  found: number | null
}

/**
 * Where a page ended: its last row by relevance, time and id; and what the scores depend on, since a
 * change would shift rows between two pages: the languages that the query was read in, and the oldest
 * recording whose words were weighed (null: all were).
 */
export type SearchPosition = {
  score: number
  created_at: string
  id: string
  languages: string[]
  oldest: { created_at: string; id: string } | null
  /** Whether only matches of the newest recordings are looked for; then no name counts among those not weighed. */
  is_bounded?: boolean
  /** Whether each page goes through a number of recordings, however few of them match. */
  is_stepwise?: boolean
}

/** Of a match whose words are not weighed. */
export const leastScore = 0.04

/**
 * Choice: how many of the newest matches have their words weighed (decision 0090). Where there are very many recordings, each
 * is read from a place of its own.
 */
export const weighedIn = ({ inReach }: Extent): number => (inReach <= small ? 500 : 200)

/** The oldest match whose words are weighed, or no row where all are. */
const oldestOf = (after: SearchPosition | undefined, weighed: number) =>
  after
    ? sql`SELECT ${after.oldest?.created_at ?? null}::timestamptz AS created_at,
        ${after.oldest?.id ?? null}::text AS id`
    : sql`SELECT created_at, id FROM found
        ORDER BY created_at DESC, id DESC OFFSET ${weighed - 1} LIMIT 1`

export type Slice = { after: SearchPosition | undefined; limit: number }

/**
 * Whether recordings are read in the order of time, or are looked up in the index of words. The planner does not know
 * that to read a document is what takes time, nor how many filenames hold a text.
 */
export type Plan = 'times' | 'words' | 'either'

/** Has the statements from the next one on planned so. */
const settingsOf = (by: Plan) => {
  const onUnless = (chosen: Plan) => (by === chosen ? 'off' : 'on')
  // In less memory the places of a frequent word's documents do not fit, and then each page of them is read.
  return sql`set_config('enable_seqscan', 'off', TRUE), set_config('work_mem', '32MB', TRUE),
    set_config('enable_bitmapscan', ${onUnless('times')}, TRUE),
    set_config('enable_indexscan', ${onUnless('words')}, TRUE)`
}

export const planBy = (tx: Tx, by: Plan) => sql`SELECT ${settingsOf(by)}`.execute(tx)

/**
 * When the recording was made that so many newer ones stand before; undefined where there are not so many. What is looked
 * for next is planned by `by`.
 */
export async function selectBound(tx: Tx, by: Plan, until: Date | undefined, count: number) {
  const { rows } = await sql<{ created_at: Date | null }>`
    SELECT (
      SELECT created_at FROM search_documents
      WHERE ${until ? sql`created_at <= ${until}` : sql`TRUE`}
      ORDER BY created_at DESC OFFSET ${Math.round(count)} LIMIT 1
    ), ${settingsOf(by)}`.execute(tx)
  return rows[0]?.created_at ?? undefined
}

/**
 * The best `limit` matches of a span after a place. Score: 0–1, of which 0.04 is for a word said once, and 0.3 for
 * a filename that holds the query as it was typed; ts_rank gives the rest. Choice: words that stand
 * in hundreds of recordings tell little, so only the newest of those are weighed by them.
 */
export async function selectWithin(
  tx: Tx,
  match: Scoped,
  span: Span,
  { after, limit }: Slice,
): Promise<Hit[]> {
  const { isBounded } = span
  const weighed = weighedIn(match.extent)
  const atMost = after || isBounded ? undefined : weighed
  const score = (
    weight: ReturnType<typeof sql>,
  ) => sql`round(least(1, ${sql.lit(leastScore)} + ${weight}
    + CASE WHEN is_named THEN 0.3 ELSE 0 END)::numeric, 4)`
  // A subquery, so that only the documents to be weighed are looked up.
  const weight = sql`(SELECT ts_rank(ranking, ${match.query}::tsquery)
    FROM search_documents WHERE content_id = found.id)`
  const oldest = sql`(SELECT created_at, id FROM oldest)`
  // Those not weighed differ by their names and their times only: the first few are enough.
  const older = sql`
    SELECT id, project_id, created_at, ${isBounded ? sql`FALSE` : sql`is_named`} AS is_named FROM found
    WHERE (created_at, id) < ${oldest} AND ${isAfter(after, score(sql`0`))}
    ORDER BY is_named DESC, created_at DESC, id DESC LIMIT ${limit}`
  const { rows } = await sql<Hit>`
    WITH found AS MATERIALIZED (${matchesOf(match, span, atMost)}),
    oldest AS MATERIALIZED (${oldestOf(after, weighed)}),
    hits AS (
      SELECT found.*, ${score(weight)} AS score FROM found
      WHERE coalesce((found.created_at, found.id) >= ${oldest}, TRUE)
      UNION ALL SELECT older.*, ${score(sql`0`)} AS score FROM (${older}) older
    ),
    best AS (
      SELECT * FROM hits WHERE ${isAfter(after, sql`score`)}
      ORDER BY score DESC, created_at DESC, id DESC LIMIT ${limit}
    )
    SELECT best.*, projects.name AS project_name, content.filename, content.shown_title AS title,
      content.status, ${isBounded}::boolean AS is_bounded,
      oldest.created_at AS oldest_created_at, oldest.id AS oldest_id,
      ${isBounded ? sql`(SELECT count(*)::integer FROM found)` : sql`NULL`} AS found
    FROM best
    JOIN content ON content.id = best.id
    JOIN projects ON projects.id = best.project_id
    LEFT JOIN oldest ON TRUE
    ORDER BY score DESC, created_at DESC, id DESC`.execute(tx)
  return rows
}

export async function countMatches(tx: Tx, match: Scoped, span: Span): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM (${matchesOf(match, span)}) found`.execute(tx)
  return rows[0]?.count ?? 0
}

const isAfter = (position: SearchPosition | undefined, score: ReturnType<typeof sql>) =>
  position
    ? sql`(${score}, created_at, id) < (${position.score}::numeric, ${position.created_at}::timestamptz,
        ${position.id})`
    : sql`TRUE`
