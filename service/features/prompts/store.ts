import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Prompts, PromptVersions } from '../../db/tables.ts'

export type PromptRow = Selectable<Prompts> & { is_default: boolean }

const selectFields = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('prompts')
    .selectAll('prompts')
    .select((by) =>
      by
        .exists(
          by
            .selectFrom('organizations')
            .whereRef('organizations.default_prompt_id', '=', 'prompts.id')
            .select('organizations.id'),
        )
        .$castTo<boolean>()
        .as('is_default'),
    )
    .where('organization_id', '=', organizationId)
    .where('trashed_at', 'is', null)

export const selectPrompts = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf<PromptRow>(selectFields(sql, organizationId), page)

export const selectPrompt = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<PromptRow | undefined> =>
  selectFields(sql, organizationId).where('id', '=', id).executeTakeFirst()

export const selectSystemPrompts = (sql: Sql, organizationId: string): Promise<PromptRow[]> =>
  selectFields(sql, organizationId).where('type', '=', 'system').execute()

export async function insertPrompt(sql: Sql, row: Insertable<Prompts>): Promise<void> {
  await sql.insertInto('prompts').values(row).execute()
}

export async function updatePrompt(sql: Sql, id: string, set: Updateable<Prompts>): Promise<void> {
  await sql.updateTable('prompts').set(set).where('id', '=', id).execute()
}

export async function insertVersion(sql: Sql, row: Insertable<PromptVersions>): Promise<void> {
  await sql.insertInto('prompt_versions').values(row).execute()
}

export type VersionRow = Selectable<PromptVersions> & { analysis_count: number }
type VersionRange = {
  /** Count the analyses of these projects; null: of all. */
  projectIds: readonly string[] | null
  below: number | undefined
  limit: number
}

/** The versions of a prompt, newest first, each with how many finished analyses it made. */
export function selectVersions(
  sql: Sql,
  promptId: string,
  { projectIds, below, limit }: VersionRange,
): Promise<VersionRow[]> {
  const query = sql
    .selectFrom('prompt_versions')
    .selectAll()
    .select((by) => {
      const made = by
        .selectFrom('analyses')
        .whereRef('analyses.prompt_id', '=', 'prompt_versions.prompt_id')
        .whereRef('analyses.prompt_version', '=', 'prompt_versions.version')
        .where('analyses.status', '=', 'completed')
        .select((of) => of.fn.countAll<number>().as('count'))
      const seen = projectIds ? made.where('analyses.project_id', 'in', [...projectIds]) : made
      return seen.$asScalar().$notNull().as('analysis_count')
    })
    .where('prompt_id', '=', promptId)
    .orderBy('version', 'desc')
    .limit(limit)
  return (below === undefined ? query : query.where('version', '<', below)).execute()
}

export async function deletePrompt(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('prompts').where('id', '=', id).execute()
}

/** The projects that use the prompt as their default. */
export const selectProjectsUsing = (sql: Sql, promptId: string) =>
  sql
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('default_prompt_id', '=', promptId)
    .orderBy('created_at')
    .execute()
