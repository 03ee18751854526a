import { sql } from 'kysely'
import type { Sql, Tx } from '../../db/database.ts'
import type { ContentStatus } from '../../db/tables.ts'
import type { SearchPosition } from './cursor.ts'
import { markEnd, markStart } from './highlight.ts'
import { isSpokenBy, type Reach } from './speech-store.ts'

export const selectProjectId = (tx: Sql, organizationId: string, id: string) =>
  tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The languages that recordings were ever in, as names of text search configurations. */
export async function selectLanguages(tx: Sql): Promise<string[]> {
  const rows = await tx.selectFrom('search_languages').select('language').execute()
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
  status: ContentStatus
  created_at: Date
  score: number
  /** The oldest match whose words were weighed; null where all were. */
  oldest_created_at: Date | null
  oldest_id: string | null
}

/** How many of the newest matches have their words weighed; weighing is what takes time. */
const weighed = 500

type Match = { query: string; part: string; filter: Filter }

/** The recordings that match: the two indexes are asked, and nothing else of a document is read. */
function matchesOf({ query, part, filter }: Match) {
  if (filter.speaker !== undefined) {
    return sql`
      select distinct content_id as id, project_id, created_at, false as is_named
      from search_speech
      where ${isSpokenBy(query, filter.speaker)} and ${matches(filter)}`
  }
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  // A subquery, so that the pattern is made once and not for every row.
  const isNamed = sql<boolean>`filename like (select lower(unaccent(${pattern})))`
  return sql`
    select content_id as id, project_id, created_at, ${isNamed} as is_named
    from search_documents
    where (document @@ ${query}::tsquery or ${isNamed}) and ${matches(filter)}`
}

/** The oldest match whose words are weighed, or no row where all are. */
const oldestOf = (after: SearchPosition | undefined) =>
  after
    ? sql`select ${after.oldest?.created_at ?? null}::timestamptz as created_at,
        ${after.oldest?.id ?? null}::text as id`
    : sql`select created_at, id from found
        order by created_at desc, id desc offset ${weighed - 1} limit 1`

type Wanted = Match & { after?: SearchPosition | undefined; limit: number }

/**
 * The best `limit` hits after a place. Score: 0–1, of which 0.04 is for a word said once, and 0.3 for
 * a filename that holds the query as it was typed; ts_rank gives the rest. Choice: words that stand
 * in more than 500 recordings tell little, so only the newest 500 are weighed by them.
 */
export async function selectHits(tx: Tx, { after, limit, ...match }: Wanted) {
  // The planner takes reading every vector for cheap, and it is what makes a search slow.
  await sql`set local enable_seqscan = off`.execute(tx)
  const score = (weight: ReturnType<typeof sql>) => sql`round(least(1, 0.04 + ${weight}
    + case when is_named then 0.3 else 0 end)::numeric, 4)`
  // A subquery, so that only the documents to be weighed are looked up.
  const weight = sql`(select ts_rank(ranking, ${match.query}::tsquery)
    from search_documents where content_id = found.id)`
  const oldest = sql`(select created_at, id from oldest)`
  // Those not weighed differ by their names and their times only: the first few are enough.
  const older = sql`
    select * from found
    where (created_at, id) < ${oldest} and ${isAfter(after, score(sql`0`))}
    order by is_named desc, created_at desc, id desc limit ${limit}`
  const { rows } = await sql<Hit>`
    with found as materialized (${matchesOf(match)}),
    oldest as materialized (${oldestOf(after)}),
    hits as (
      select found.*, ${score(weight)} as score from found
      where coalesce((found.created_at, found.id) >= ${oldest}, true)
      union all select older.*, ${score(sql`0`)} as score from (${older}) older
    ),
    best as (
      select * from hits where ${isAfter(after, sql`score`)}
      order by score desc, created_at desc, id desc limit ${limit}
    )
    select best.*, projects.name as project_name, content.filename, content.status,
      oldest.created_at as oldest_created_at, oldest.id as oldest_id
    from best
    join content on content.id = best.id
    join projects on projects.id = best.project_id
    left join oldest on true
    order by score desc, created_at desc, id desc`.execute(tx)
  return rows
}

function matches({ organizationId, projectIds, status, createdAfter, createdBefore }: Filter) {
  const conditions = [
    sql`project_id = any(array(select id from projects where organization_id = ${organizationId}))`,
  ]
  if (projectIds) conditions.push(sql`project_id = any(${[...projectIds]})`)
  if (status) conditions.push(sql`content_id in (select id from content where status = ${status})`)
  if (createdAfter) conditions.push(sql`created_at > ${createdAfter}`)
  if (createdBefore) conditions.push(sql`created_at < ${createdBefore}`)
  return sql.join(conditions, sql` and `)
}

const isAfter = (place: SearchPosition | undefined, score: ReturnType<typeof sql>) =>
  place
    ? sql`(${score}, created_at, id) < (${place.score}::numeric, ${place.created_at}::timestamptz,
        ${place.id})`
    : sql`true`

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
  const notes = await tx
    .selectFrom('content_notes')
    .select(['text', 'markers'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
  const written = notes ? [notes.text, ...notes.markers.map(({ label }) => label)] : []
  return { ...content, transcript, results: [...analyses.map(({ result }) => result), written] }
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
  await sql`insert into search_languages values (${language}::regconfig)
    on conflict do nothing`.execute(tx)
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
