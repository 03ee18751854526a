/** Which recordings a question is put to, and how much was said in them. */
import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { within, type Scope as ProjectScope } from '../../db/scope.ts'

/** What a question is put to: a project or all that a caller may see; one recording; what it names itself. */
export type Scope = ProjectScope & {
  contentId?: string | undefined
  /** When the recordings took place. */
  between?: { from: Date; before: Date } | undefined
  /** Speakers, of whom each recording has at least one. */
  speakers?: readonly string[] | undefined
}

export function recordingsOf(scope: Scope) {
  const { contentId, between, speakers } = scope
  const time = sql`coalesce(recorded_at, created_at)`
  const conditions = [
    within('content', scope),
    ...(contentId === undefined ? [] : [sql`id = ${contentId}`]),
    ...(between ? [sql`${time} >= ${between.from} AND ${time} < ${between.before}`] : []),
    ...(speakers
      ? [
          sql`id IN (SELECT content_id FROM search_speech
            WHERE name_key IN (SELECT speaker_key(name) FROM unnest(${[...speakers]}::text[]) name))`,
        ]
      : []),
  ]
  return sql`SELECT id FROM content WHERE ${sql.join(conditions, sql` AND `)}`
}

/** About how many recordings there are, what the question names left aside. */
export const countOf = (scope: Scope) =>
  'projectId' in scope
    ? sql`SELECT content_count FROM projects WHERE id = ${scope.projectId}`
    : sql`SELECT coalesce(sum(content_count), 0) FROM projects WHERE is_shown
        AND organization_id = ${scope.organizationId}
        AND ${scope.projectIds ? sql`id = ANY(${[...scope.projectIds]}::text[])` : sql`TRUE`}`

/** Choice: of more projects the index is not asked for each. */
const mostNamed = 50

/** The recording, or the projects, as the index of what was said notes them; null where it is not asked for them. */
export function idQuery(scope: Scope): string | null {
  const projects = 'projectId' in scope ? [scope.projectId] : (scope.projectIds ?? [])
  const ids = scope.contentId === undefined ? projects : [scope.contentId]
  return ids.length === 0 || ids.length > mostNamed ? null : ids.map((id) => `'${id}'`).join(' | ')
}

/** Whether more than the ids in the index tells which recordings are meant. */
export const isNarrowed = (scope: Scope): boolean =>
  !('projectId' in scope) || scope.between !== undefined || scope.speakers !== undefined

export type Extent = { languages: string[]; segments: number }

/** Choice: of more recordings in a project the newest tell its languages, and how much is said in each. */
const mostSampled = 2_000

/** The languages (ISO 639-1) of the recordings, most frequent first, and about how much was said. */
export async function selectExtent(handle: Sql, scope: Scope): Promise<Extent> {
  const { rows } = await sql<{ language: string; words: number }>`
    WITH sampled AS MATERIALIZED (
      ${recordingsOf(scope)} ORDER BY created_at DESC, id DESC LIMIT ${mostSampled}
    ), counted AS (
      -- Not counted where all are there.
      SELECT CASE WHEN count(*) = ${mostSampled}::integer THEN greatest(1, (${countOf(scope)}) / count(*)::float8) ELSE 1 END AS times
      FROM sampled
    )
    SELECT left(lower(language), 2) AS language,
      round(sum(word_count) * (SELECT times FROM counted))::float8 AS words
    FROM transcripts
    WHERE content_id IN (SELECT id FROM sampled)
    GROUP BY 1 ORDER BY count(*) DESC, 1`.execute(handle)
  const words = rows.reduce((sum, row) => sum + row.words, 0)
  // Choice: a segment has about a dozen words. Counting the rows would read all of them.
  return { languages: rows.map(({ language }) => language), segments: Math.ceil(words / 12) }
}

/** Choice: where not all of a project can be looked through, so many of its recordings always are. */
const mostNewest = 200

export async function selectNewest(handle: Sql, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${recordingsOf(scope)} ORDER BY created_at DESC, id DESC LIMIT ${mostNewest}::integer`.execute(
    handle,
  )
  return rows.map(({ id }) => id)
}

/** Which of these recordings are still there. */
export async function selectPresent(handle: Sql, scope: Scope, contentIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM (${recordingsOf(scope)}) recordings
    WHERE id = ANY(${[...contentIds]})`.execute(handle)
  return rows.map(({ id }) => id)
}

/** The project that a recording is in, whoever may see it. */
export async function selectProjectOf(handle: Sql, contentId: string): Promise<string | undefined> {
  const { rows } = await sql<{ project_id: string }>`
    SELECT project_id FROM content WHERE id = ${contentId}`.execute(handle)
  return rows[0]?.project_id
}

export async function hasRecordings(handle: Sql, scope: Scope): Promise<boolean> {
  const { rows } = await sql`SELECT FROM (${recordingsOf(scope)} LIMIT 1) recordings`.execute(
    handle,
  )
  return rows.length > 0
}
