/** Which recordings a search finds; in what order is for store.ts. */
import { sql, type SqlBool } from 'kysely'
import { within } from '../../db/scope.ts'
import type { ContentStatus } from '../../db/tables.ts'
import { scopeQuery, type Extent } from './scope-store.ts'
import { isSpokenBy, type Reach } from './speech-store.ts'

export type Filter = Reach & {
  /** A name as it is shown; then only speech counts. */
  speaker?: string | undefined
  status?: ContentStatus | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

/** `typed` is the query as it was typed, which a filename may hold. */
export type Match = { query: string; typed: string; filter: Filter }
/** Where the reach is a part of all there is, what narrows to it. */
export type Scoped = Match & { extent: Extent }
/** What is looked for: matches of these times, and whether they are `is_bounded` ones. */
export type Span = {
  since?: Date | undefined
  until?: Date | undefined
  isBounded: boolean
}

/**
 * The recordings that match: the two indexes are asked, and nothing else of a document is read. With `atMost` so many
 * of the newest that are found by what was said, and all that are by their names.
 */
export function matchesOf(match: Scoped, span: Span, atMost?: number) {
  const { query, filter } = match
  const isWithin = sql`${span.since ? sql`created_at >= ${span.since}` : sql`TRUE`}
    AND ${span.until ? sql`created_at <= ${span.until}` : sql`TRUE`}`
  if (filter.speaker !== undefined) {
    return sql`
      SELECT DISTINCT content_id AS id, project_id, created_at, FALSE AS is_named
      FROM search_speech
      WHERE ${isSpokenBy(query, filter.speaker)} AND ${matches(filter)} AND ${isWithin}`
  }
  const { isNamed, isCalled, isSaid, isMeant } = conditionsOf(match)
  const row = sql`content_id AS id, project_id, created_at, ${isNamed} AS is_named`
  const where = sql`FROM search_documents WHERE ${isMeant} AND ${isWithin}`
  // Of what is excluded the words in any order are more than the phrase.
  const loose = atMost === undefined || excludes(query) ? null : withoutOrder(query)
  if (loose === null) return sql`SELECT ${row} ${where} AND (${isCalled} OR ${isSaid(query)})`
  // The index does not know the order of words, and to read a document for it is what takes time. OFFSET keeps it from
  // being looked at before the rows are in order.
  return sql`
    SELECT ${row} ${where} AND ${isCalled}
    UNION ALL (
      SELECT id, project_id, created_at, FALSE FROM (
        SELECT content_id AS id, project_id, created_at, filename, document ${where} AND ${isSaid(loose)}
        ORDER BY created_at DESC, id DESC OFFSET 0
      ) newest
      WHERE document @@ ${query}::tsquery AND NOT ${isNamed} LIMIT ${atMost}
    )`
}

/** The query with the words of its phrases in any order, which finds more; null where it has no phrase. */
export const withoutOrder = (query: string): string | null =>
  query.replaceAll(quoted, '').includes('<')
    ? query.replaceAll(wordOrOrder, (_, word?: string) => word ?? '&')
    : null

const excludes = (query: string): boolean => query.replaceAll(quoted, '').includes('!')
const quoted = /'(?:[^']|'')*'/g
const wordOrOrder = /('(?:[^']|'')*')|<(?:-|\d+)>/g

/** `isCalled`: by a name that is looked up; `isNamed`: by a name of a row that is there anyway. */
function conditionsOf({ typed, filter, extent }: Scoped) {
  const pattern = `%${typed.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A subquery, so that the pattern is made once and not for every row.
  const isNamed = sql`filename LIKE (SELECT lower(unaccent(${pattern})))`
  const holds = (query: string) => sql`document @@ ${query}::tsquery`
  const isMeant = matches(filter)
  if (!isPart(extent)) return { isNamed, isCalled: isNamed, isSaid: holds, isMeant }
  const isInReach = sql<SqlBool>`
    content_id = ANY(ARRAY(SELECT id FROM content WHERE ${within('content', filter)}))`
  if (extent.inReach <= few) {
    return { isNamed, isCalled: isNamed, isSaid: holds, isMeant: sql`${isInReach} AND ${isMeant}` }
  }
  const isSaid = (query: string) =>
    extent.isScoped && query !== ''
      ? sql`document @@ (${query}::tsquery && ${scopeQuery(filter)}::tsquery)`
      : holds(query)
  // The index of names knows those of everybody.
  const isCalled = extent.inReach <= small ? sql`(${isInReach} AND ${isNamed})` : isNamed
  return { isNamed, isCalled, isSaid, isMeant }
}

/** Choice: in a library of so many recordings they are looked for in all of it at once. */
export const small = 10_000

/** Choice: so few documents are read one by one, which costs less than to look a beginning of many words up. */
const few = 1_000

/** Choice: narrowing costs more than it saves where half of everything is in reach. */
const isPart = ({ inReach, whole }: Extent): boolean => inReach * 2 < whole

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
