import { sql as raw, type Insertable, type Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Analyses, AnalysisStatus } from '../../db/tables.ts'

export type AnalysisRow = Selectable<Analyses>

const listed = [
  'id',
  'content_id',
  'prompt_id',
  'prompt_name',
  'status',
  'version',
  'confidence_score',
  'created_at',
] as const
/** Made from an older version of the transcript; one that waits will read the newest. */
type Outdated = { is_outdated: boolean }
const isOutdated = raw<boolean>`analyses.status IN ('processing', 'completed')
  AND analyses.transcript_version < (
    SELECT max(version) FROM transcripts WHERE content_id = analyses.content_id)`.as('is_outdated')

export type ListedRow = Pick<AnalysisRow, (typeof listed)[number]> & Outdated
export type ShownRow = AnalysisRow & Outdated

/** Without the results, which can be large. */
export const selectAnalyses = (sql: Sql, contentId: string, page: PageRequest) =>
  pageOf<ListedRow>(
    sql
      .selectFrom('analyses')
      .select([...listed])
      .select(isOutdated)
      .where('content_id', '=', contentId),
    page,
  )

export type Within = { organizationId: string; projectIds: readonly string[] | null }
export type OverviewRow = ListedRow &
  Pick<AnalysisRow, 'project_id' | 'progress'> & { filename: string; title: string }

/** Of all recordings that a caller may see; null states are all of them. */
export function selectAllAnalyses(
  sql: Sql,
  { organizationId, projectIds }: Within,
  states: readonly AnalysisStatus[] | null,
  page: PageRequest,
) {
  let query = sql
    .selectFrom('analyses')
    .innerJoin('projects', 'projects.id', 'analyses.project_id')
    .innerJoin('content', 'content.id', 'analyses.content_id')
    .select(listed.map((name) => `analyses.${name}` as const))
    .select(['analyses.project_id', 'analyses.progress'])
    .select(['content.filename', 'content.shown_title as title'])
    .select(isOutdated)
    .where('projects.organization_id', '=', organizationId)
    .where('projects.is_shown', '=', true)
  if (projectIds) query = query.where('analyses.project_id', 'in', [...projectIds])
  if (states) query = query.where('analyses.status', 'in', [...states])
  return pageOf<OverviewRow>(query, page)
}

export const selectAnalysis = (sql: Sql, id: string): Promise<ShownRow | undefined> =>
  sql.selectFrom('analyses').selectAll().select(isOutdated).where('id', '=', id).executeTakeFirst()

/** As above, where it is one of this organization. */
export const selectOwnAnalysis = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<ShownRow | undefined> =>
  sql
    .selectFrom('analyses')
    .innerJoin('projects', 'projects.id', 'analyses.project_id')
    .selectAll('analyses')
    .select(isOutdated)
    .where('analyses.id', '=', id)
    .where('projects.organization_id', '=', organizationId)
    .where('projects.is_shown', '=', true)
    .executeTakeFirst()

/** The newest version of each prompt, newest first. */
export async function selectLatest(sql: Sql, contentId: string): Promise<ShownRow[]> {
  const rows = await sql
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .selectAll()
    .select(isOutdated)
    .where('content_id', '=', contentId)
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1),
  )
}

/** The last completed one by each of these prompts. */
export const selectLastCompleted = (
  sql: Sql,
  contentId: string,
  promptIds: readonly string[],
): Promise<ShownRow[]> =>
  sql
    .selectFrom('analyses')
    .distinctOn('prompt_id')
    .selectAll()
    .select(isOutdated)
    .where('content_id', '=', contentId)
    .where('prompt_id', 'in', promptIds)
    .where('status', '=', 'completed')
    .orderBy('prompt_id')
    .orderBy('version', 'desc')
    .execute()

export type Work = Pick<
  AnalysisRow,
  'content_id' | 'prompt_id' | 'prompt_version' | 'transcript_version' | 'result_language'
>

/** An analysis of the same words by the same prompt in the same language: a finished one, else one under way. */
export const selectSame = (sql: Sql, work: Work): Promise<AnalysisRow | undefined> =>
  sql
    .selectFrom('analyses')
    .selectAll()
    .where('content_id', '=', work.content_id)
    .where('prompt_id', '=', work.prompt_id)
    .where('prompt_version', '=', work.prompt_version)
    .where('transcript_version', '=', work.transcript_version)
    .where('result_language', 'is not distinct from', work.result_language)
    .where('status', '!=', 'failed')
    .orderBy((by) => by('status', '=', 'completed'), 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

export async function selectVersion(sql: Sql, contentId: string, promptId: string) {
  const row = await sql
    .selectFrom('analyses')
    .select((by) => by.fn.max('version').as('version'))
    .where('content_id', '=', contentId)
    .where('prompt_id', '=', promptId)
    .executeTakeFirst()
  return row?.version ?? 0
}

export async function insertAnalysis(sql: Sql, row: Insertable<Analyses>): Promise<void> {
  await sql.insertInto('analyses').values(row).execute()
}

/** What an analysis needs to know of its project; the prompt is the project's, else everybody's. */
export const selectProjectSettings = (sql: Sql, projectId: string) =>
  sql
    .selectFrom('projects')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select(['projects.organization_id', 'projects.name', 'projects.auto_analyze'])
    .select((by) =>
      by.fn
        .coalesce('projects.default_prompt_id', 'organizations.default_prompt_id')
        .as('prompt_id'),
    )
    .where('projects.id', '=', projectId)
    .executeTakeFirst()
