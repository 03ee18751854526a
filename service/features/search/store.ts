import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentStatus } from '../../db/tables.ts'
import type { Place } from './cursor.ts'
import { markEnd, markStart } from './highlight.ts'

export const selectProjectId = (tx: Sql, organizationId: string, id: string) =>
  tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The languages in use, as names of text search configurations. */
export async function selectLanguages(tx: Sql): Promise<string[]> {
  const rows = await tx.selectFrom('search_documents').select('language').distinct().execute()
  return rows.map(({ language }) => language).toSorted()
}

export type Query = { text: string; isTyping: boolean; languages: string[] }

/** The query in PostgreSQL's own notation, and the stems in it. */
export async function parseQuery(tx: Sql, { text, isTyping, languages }: Query) {
  const { rows } = await sql<{ query: string; stems: string[] }>`
    with parsed as (select search_query(${text}, ${isTyping}, ${languages}) as query)
    select query::text as query,
      array(select distinct lexeme from unnest(${languages}::text[]) language,
        unnest(to_tsvector(language::regconfig, ${text})) limit 50) as stems
    from parsed`.execute(tx)
  return rows[0] ?? { query: '', stems: [] }
}

export type Filter = {
  organizationId: string
  /** Null where the caller may see every project. */
  projectIds: readonly string[] | null
  status?: ContentStatus | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

export type Hit = {
  id: string
  project_id: string
  project_name: string
  filename: string
  status: ContentStatus
  created_at: Date
  score: number
}

/** How many of the newest matches have their words weighed; weighing is what takes time. */
const weighed = 1_000

type Match = { query: string; part: string; filter: Filter }
type Row = { created_at: string; id: string }

/**
 * The recordings that match. The planner takes reading every vector for cheap, and it is what makes
 * a search slow: the two indexes are asked, and nothing else of a document is read.
 */
async function matchesOf(tx: Tx, { query, part, filter }: Match) {
  await sql`set local enable_seqscan = off`.execute(tx)
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  const isNamed = sql<boolean>`filename like lower(unaccent(${pattern}))`
  return sql`
    select content_id as id, project_id, created_at, ${isNamed} as is_named
    from search_documents
    where (document @@ ${query}::tsquery or ${isNamed}) and ${matches(filter)}`
}

/** The last of the newest matches that are weighed; null where all are. */
export async function selectOldestWeighed(tx: Tx, match: Match): Promise<Row | null> {
  const { rows } = await sql<{ created_at: Date; id: string }>`
    select created_at, id from (${await matchesOf(tx, match)}) found
    order by created_at desc, id desc offset ${weighed - 1} limit 1`.execute(tx)
  const [row] = rows
  return row ? { created_at: row.created_at.toISOString(), id: row.id } : null
}

type Wanted = Match & { oldest: Row | null; after?: Place | undefined; limit: number }

/**
 * The best `limit` hits after a place. Score: 0–1, of which 0.04 is for a word said once, and 0.3 for
 * a filename that holds the query as it was typed; ts_rank gives the rest. Choice: words that stand
 * in more than 1,000 recordings tell little, so only the newest 1,000 are weighed by them.
 */
export async function selectHits(tx: Tx, { oldest, after, limit, ...match }: Wanted) {
  const isWeighed = oldest
    ? sql`(found.created_at, found.id) >= (${oldest.created_at}::timestamptz, ${oldest.id})`
    : sql`true`
  const { rows } = await sql<Hit>`
    with found as materialized (${await matchesOf(tx, match)}),
    scored as (
      select found.*, ts_rank(ranking, ${match.query}::tsquery) as weight
      from found join search_documents on content_id = found.id
      where ${isWeighed}
      union all
      select found.*, 0 from found where not ${isWeighed}
    ),
    hits as (
      select id, project_id, created_at, round(least(1, 0.04 + weight
        + case when is_named then 0.3 else 0 end)::numeric, 4) as score
      from scored
    ),
    best as (
      select * from hits
      where ${after ? isAfter(after) : sql`true`}
      order by score desc, created_at desc, id desc
      limit ${limit}
    )
    select best.*, projects.name as project_name, filename, status
    from best
    join content on content.id = best.id
    join projects on projects.id = best.project_id
    order by score desc, created_at desc, id desc`.execute(tx)
  return rows
}

function matches({ organizationId, projectIds, status, createdAfter, createdBefore }: Filter) {
  const conditions = [
    sql`project_id in (select id from projects where organization_id = ${organizationId})`,
  ]
  if (projectIds) conditions.push(sql`project_id = any(${[...projectIds]})`)
  if (status) conditions.push(sql`content_id in (select id from content where status = ${status})`)
  if (createdAfter) conditions.push(sql`created_at > ${createdAfter}`)
  if (createdBefore) conditions.push(sql`created_at < ${createdBefore}`)
  return sql.join(conditions, sql` and `)
}

const isAfter = ({ score, created_at, id }: Place) =>
  sql`(score, created_at, id) < (${score}::numeric, ${created_at}::timestamptz, ${id})`

export const selectBodies = (tx: Sql, ids: string[]) =>
  tx
    .selectFrom('search_documents')
    .select(['content_id', 'language', 'body'])
    .where('content_id', 'in', ids)
    .execute()

export type Text = { language: string; text: string }

/** Each text with the words that match between marks. */
export async function markTexts(tx: Sql, query: string, texts: Text[]): Promise<string[]> {
  const options = `HighlightAll=true, StartSel=${markStart}, StopSel=${markEnd}`
  return headlines(tx, query, texts, options)
}

/** The best 30 words of each text, marked; slower the longer the text is. */
export async function excerptTexts(tx: Sql, query: string, texts: Text[]): Promise<string[]> {
  const options = `MaxWords=30, MinWords=10, StartSel=${markStart}, StopSel=${markEnd}`
  return headlines(tx, query, texts, options)
}

async function headlines(tx: Sql, query: string, texts: Text[], options: string) {
  if (texts.length === 0) return []
  const languages = texts.map(({ language }) => language)
  const { rows } = await sql<{ marked: string }>`
    select ts_headline(language::regconfig, body, ${query}::tsquery, ${options}) as marked
    from unnest(${languages}::text[], ${texts.map(({ text }) => text)}::text[])
      with ordinality as texts (language, body, place)
    order by place`.execute(tx)
  return rows.map(({ marked }) => marked)
}

/** What a recording can be found by; undefined where it is gone. */
export async function selectSource(tx: Sql, contentId: string) {
  const content = await tx
    .selectFrom('content')
    .select(['project_id', 'filename', 'created_at'])
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
    .select('result')
    .where('content_id', '=', contentId)
    .where('status', '=', 'completed')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  return { ...content, transcript, results: analyses.map(({ result }) => result) }
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
  await sql`
    insert into search_documents
      (content_id, project_id, created_at, language, filename, body, document, ranking)
    select ${contentId}, ${projectId}, ${createdAt}, ${language}::regconfig, lower(unaccent(${filename})),
      ${body}, vectors.document, vectors.ranking
    from search_vectors(${language}::regconfig, ${names}, ${findings}, ${speech}) vectors
    on conflict (content_id) do update set
      project_id = excluded.project_id, language = excluded.language,
      filename = excluded.filename, body = excluded.body,
      document = excluded.document, ranking = excluded.ranking`.execute(tx)
}
