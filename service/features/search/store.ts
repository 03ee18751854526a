import { sql, type SqlBool } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import { within } from '../../db/scope.ts'
import type { ContentStatus } from '../../db/tables.ts'
import { scopeQuery, selectExtent, type Extent } from './scope-store.ts'
import { isSpokenBy, type Reach } from './speech-store.ts'
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

export type Filter = Reach & {
  /** A name as it is shown; then only speech counts. */
  speaker?: string | undefined
  status?: ContentStatus | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
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

/**
 * Choice: so many of the newest recordings are looked through first. Where they hold more matches than are weighed,
 * no older one is looked up, of which a large library may have a million.
 */
const newest = 10_000

/** `typed` is the query as it was typed, which a filename may hold. */
type Match = { query: string; typed: string; filter: Filter }
/** Where the reach is a part of all there is, what narrows to it. */
type Scoped = Match & { extent: Extent }
/** What is looked for: matches of these times, and whether they are `is_bounded` ones. */
type Span = { since?: Date | undefined; until?: Date | undefined; isBounded: boolean }

/** The recordings that match: the two indexes are asked, and nothing else of a document is read. */
function matchesOf({ query, typed, filter, extent }: Scoped, { since, until }: Span) {
  const isWithin = sql`${since ? sql`created_at >= ${since}` : sql`TRUE`}
    AND ${until ? sql`created_at <= ${until}` : sql`TRUE`}`
  if (filter.speaker !== undefined) {
    return sql`
      SELECT DISTINCT content_id AS id, project_id, created_at, FALSE AS is_named
      FROM search_speech
      WHERE ${isSpokenBy(query, filter.speaker)} AND ${matches(filter)} AND ${isWithin}`
  }
  const pattern = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A subquery, so that the pattern is made once and not for every row.
  const isNamed = sql<boolean>`filename LIKE (SELECT lower(unaccent(${pattern})))`
  const ofAll = sql`
    SELECT content_id AS id, project_id, created_at, ${isNamed} AS is_named
    FROM search_documents`
  const isMeant = sql`${matches(filter)} AND ${isWithin}`
  if (!isPart(extent)) {
    return sql`${ofAll} WHERE (document @@ ${query}::tsquery OR ${isNamed}) AND ${isMeant}`
  }
  const isInReach = sql<SqlBool>`
    content_id = ANY(ARRAY(SELECT id FROM content WHERE ${within('content', filter)}))`
  if (extent.inReach <= few) {
    return sql`${ofAll} WHERE ${isInReach} AND (document @@ ${query}::tsquery OR ${isNamed}) AND ${isMeant}`
  }
  const isSaid =
    extent.isScoped && query !== ''
      ? sql`document @@ (${query}::tsquery && ${scopeQuery(filter)}::tsquery)`
      : sql`document @@ ${query}::tsquery`
  // The index of names knows those of everybody.
  const isCalled = extent.inReach <= newest ? sql`(${isInReach} AND ${isNamed})` : isNamed
  return sql`${ofAll} WHERE (${isSaid} OR ${isCalled}) AND ${isMeant}`
}

/** Choice: so few documents are read one by one, which costs less than to look a beginning of many words up. */
const few = 1_000

/** Choice: narrowing costs more than it saves where half of everything is in reach. */
const isPart = ({ inReach, whole }: Extent): boolean => inReach * 2 < whole

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
  // The planner takes reading every vector for cheap, and it is what makes a search slow.
  await sql`SET local enable_seqscan = off`.execute(tx)
  const { after, limit } = slice
  const extent = await selectExtent(tx, match.filter)
  const scoped = { ...match, extent }
  const isUnbounded = after ? !after.is_bounded : extent.inReach <= newest
  if (isUnbounded) return selectWithin(tx, scoped, { isBounded: false }, slice)
  // As many of the newest of all organizations as are likely to hold so many in reach.
  const share = Math.max(1, extent.whole / Math.max(1, extent.inReach))
  // Beyond those that are weighed a page goes on from where the one before it ended.
  const until = after && isUnweighed(after) ? new Date(after.created_at) : undefined
  for (let count = newest; ; count *= 4) {
    const since = await selectBound(
      tx,
      until ?? match.filter.createdBefore,
      Math.round(count * share),
    )
    const span = {
      since: earlier(since, until ? undefined : after?.oldest),
      until,
      isBounded: true,
    }
    if (!after && !since) break
    const hits = await selectWithin(tx, scoped, span, slice)
    if (after ? hits.length === limit || !since : hits.some((hit) => hit.oldest_id)) return hits
    if (!after) break
  }
  return selectWithin(tx, scoped, { isBounded: false }, slice)
}

/** When the recording was made that so many newer ones stand before; undefined where there are not so many. */
async function selectBound(tx: Tx, until: Date | undefined, count: number) {
  const all = tx.selectFrom('search_documents').select('created_at')
  const row = await (until ? all.where('created_at', '<=', until) : all)
    .orderBy('created_at', 'desc')
    .offset(count)
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
    WITH found AS MATERIALIZED (${matchesOf(match, span)}),
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
      oldest.created_at AS oldest_created_at, oldest.id AS oldest_id
    FROM best
    JOIN content ON content.id = best.id
    JOIN projects ON projects.id = best.project_id
    LEFT JOIN oldest ON TRUE
    ORDER BY score DESC, created_at DESC, id DESC`.execute(tx)
  return rows
}

function matches({ organizationId, projectIds, status, createdAfter, createdBefore }: Filter) {
  const conditions = [
    sql`project_id = ANY(ARRAY(
      SELECT id FROM projects WHERE is_shown AND organization_id = ${organizationId}))`,
  ]
  if (projectIds) conditions.push(sql`project_id = ANY(${[...projectIds]})`)
  if (status) conditions.push(sql`content_id IN (SELECT id FROM content WHERE status = ${status})`)
  if (createdAfter) conditions.push(sql`created_at > ${createdAfter}`)
  if (createdBefore) conditions.push(sql`created_at < ${createdBefore}`)
  return sql.join(conditions, sql` AND `)
}

const isAfter = (position: SearchPosition | undefined, score: ReturnType<typeof sql>) =>
  position
    ? sql`(${score}, created_at, id) < (${position.score}::numeric, ${position.created_at}::timestamptz,
        ${position.id})`
    : sql`TRUE`
