import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentStatus } from '../../db/tables.ts'
import { matchesOf, small, type Match, type Scoped, type Span } from './match-store.ts'
import { selectExtent } from './scope-store.ts'
import type { Words } from './words.ts'

export const selectProjectId = (tx: Sql, organizationId: string, id: string) =>
  tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('is_shown', '=', true)
    .executeTakeFirst()

/** The languages that recordings were ever in, as names of text search configurations. */
export async function selectLanguages(tx: Sql): Promise<string[]> {
  const rows = await tx.selectFrom('search_languages').select('language').execute()
  return rows.map(({ language }) => language).toSorted()
}

/** A query in PostgreSQL's own notation, and the stems of its words. */
export type ParsedQuery = { text: string; stems: string[] }

/** Reads a query in each of the languages, which are names of text search configurations. */
export async function parseQuery(
  tx: Sql,
  { text, isTyping }: Pick<Words, 'text' | 'isTyping'>,
  languages: string[],
): Promise<ParsedQuery> {
  const { rows } = await sql<ParsedQuery>`
    WITH parsed AS (SELECT search_query(${text}, ${isTyping}, ${languages}) AS query)
    SELECT query::text AS text,
      ARRAY(SELECT DISTINCT lexeme FROM unnest(${languages}::text[]) language,
        unnest(to_tsvector(language::regconfig, ${text})) LIMIT 50) AS stems
    FROM parsed`.execute(tx)
  return rows[0] ?? { text: '', stems: [] }
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
  /** Of how many matches these are the best. */
  found: number
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
}

/** How many of the newest matches have their words weighed; weighing is what takes time. */
const weighed = 500

/** Choice: how often a query matches is counted in so many of the newest recordings, which are read one by one. */
const sampled = 500
/** Choice: among so many they are cheaper to read than a frequent word's list in the index. */
const read = 10_000
/** Choice: of fewer matches in a sample nothing follows. */
const telling = 5

/** The oldest match whose words are weighed, or no row where all are. */
const oldestOf = (after: SearchPosition | undefined) =>
  after
    ? sql`SELECT ${after.oldest?.created_at ?? null}::timestamptz AS created_at,
        ${after.oldest?.id ?? null}::text AS id`
    : sql`SELECT created_at, id FROM found
        ORDER BY created_at DESC, id DESC OFFSET ${weighed - 1} LIMIT 1`

type Slice = { after: SearchPosition | undefined; limit: number }

/**
 * The best `limit` hits after a place. Score: 0–1, of which 0.04 is for a word said once, and 0.3 for
 * a filename that holds the query as it was typed; ts_rank gives the rest. Choice: words that stand
 * in more than 500 recordings tell little, so only the newest 500 are weighed by them.
 */
export async function selectHits(tx: Tx, match: Match, slice: Slice): Promise<Hit[]> {
  await planBy(tx, 'either')
  const { after, limit } = slice
  const extent = await selectExtent(tx, match.filter)
  const scoped = { ...match, extent }
  const isUnbounded = after ? !after.is_bounded : extent.inReach <= small
  if (isUnbounded) return selectWithin(tx, scoped, { isBounded: false }, slice)
  // As many of the newest of all organizations as are likely to hold so many in reach.
  const share = Math.max(1, extent.whole / Math.max(1, extent.inReach))
  if (!after) {
    const best = await selectNewest(tx, scoped, { share, limit })
    await planBy(tx, 'either')
    return best ?? selectWithin(tx, scoped, { isBounded: false }, slice)
  }
  // Beyond those that are weighed a page goes on from where the one before it ended.
  const until = isUnweighed(after) ? new Date(after.created_at) : undefined
  for (let count = sampled; ; count *= 4) {
    const since = await selectBound(tx, until ?? match.filter.createdBefore, count * share)
    const isWhole = !since
    const hits = await selectWithin(
      tx,
      scoped,
      { since: earlier(since, until ? undefined : after.oldest), until, isBounded: true },
      slice,
    )
    if (hits.length === limit || isWhole) return hits
  }
}

/** The first page, from as many of the newest recordings as hold enough matches; undefined where no part does. */
async function selectNewest(
  tx: Tx,
  match: Scoped,
  { share, limit }: { share: number; limit: number },
): Promise<Hit[] | undefined> {
  for (let count = sampled; count < match.extent.inReach / 4;) {
    const since = await selectBound(tx, match.filter.createdBefore, count * share)
    if (!since) return undefined
    await planBy(tx, count > read ? 'words' : 'times')
    const span = { since, isBounded: true }
    const hits = await selectWithin(tx, match, span, { after: undefined, limit })
    if (hits.some((hit) => hit.oldest_id)) return hits
    const { found = 0 } = hits[0] ?? {}
    if (found < telling) return undefined
    count *= Math.max(2, (weighed / found) * 1.5)
  }
  return undefined
}

/**
 * Whether recordings are read in the order of time, or are looked up in the index of words. The planner does not know
 * that to read a document is what takes time, nor how many filenames hold a text.
 */
async function planBy(tx: Tx, by: 'times' | 'words' | 'either'): Promise<void> {
  const onUnless = (chosen: typeof by) => (by === chosen ? 'off' : 'on')
  // In less memory the places of a frequent word's documents do not fit, and then each page of them is read.
  await sql`SELECT set_config('enable_seqscan', 'off', TRUE), set_config('work_mem', '32MB', TRUE),
    set_config('enable_bitmapscan', ${onUnless('times')}, TRUE),
    set_config('enable_indexscan', ${onUnless('words')}, TRUE)`.execute(tx)
}

/** When the recording was made that so many newer ones stand before; undefined where there are not so many. */
async function selectBound(tx: Tx, until: Date | undefined, count: number) {
  const all = tx.selectFrom('search_documents').select('created_at')
  const row = await (until ? all.where('created_at', '<=', until) : all)
    .orderBy('created_at', 'desc')
    .offset(Math.round(count))
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

const earlier = (time: Date | undefined, other: SearchPosition['oldest'] | undefined) =>
  time && other && new Date(other.created_at) < time ? new Date(other.created_at) : time

const isUnweighed = ({ created_at: createdAt, id, oldest }: SearchPosition): boolean =>
  oldest !== null &&
  (createdAt < oldest.created_at || (createdAt === oldest.created_at && id < oldest.id))

async function selectWithin(
  tx: Tx,
  match: Scoped,
  span: Span,
  { after, limit }: Slice,
): Promise<Hit[]> {
  const { isBounded } = span
  const atMost = after || isBounded ? undefined : weighed
  const score = (weight: ReturnType<typeof sql>) => sql`round(least(1, 0.04 + ${weight}
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
    oldest AS MATERIALIZED (${oldestOf(after)}),
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
      oldest.created_at AS oldest_created_at, oldest.id AS oldest_id, counted.*
    FROM best
    JOIN content ON content.id = best.id
    JOIN projects ON projects.id = best.project_id
    LEFT JOIN oldest ON TRUE
    CROSS JOIN (SELECT count(*)::integer AS found FROM found) counted
    ORDER BY score DESC, created_at DESC, id DESC`.execute(tx)
  return rows
}

const isAfter = (position: SearchPosition | undefined, score: ReturnType<typeof sql>) =>
  position
    ? sql`(${score}, created_at, id) < (${position.score}::numeric, ${position.created_at}::timestamptz,
        ${position.id})`
    : sql`TRUE`
