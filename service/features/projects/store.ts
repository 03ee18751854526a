import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import { compiledOnce } from '../../db/compiled-once.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Projects } from '../../db/tables.ts'

const selectFields = (sql: Sql) =>
  sql
    .selectFrom('projects')
    .selectAll('projects')
    .select((by) => [
      by
        .selectFrom('content')
        .whereRef('content.project_id', '=', 'projects.id')
        .select((of) => of.fn.max('created_at').as('latest'))
        .as('latest_content_at'),
    ])

export type ProjectRow = Selectable<Projects> & {
  latest_content_at: Date | null
}

/** A restricted key sees its own projects only (api-choices.md 13). */
export function selectProjects(sql: Sql, caller: Caller, page: PageRequest) {
  const query = selectFields(sql)
    .where('organization_id', '=', caller.organizationId)
    .where('is_shown', '=', true)
  return pageOf(caller.projectIds ? query.where('id', 'in', [...caller.projectIds]) : query, page)
}

export const selectProject = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<ProjectRow | undefined> => projectById(sql, { organizationId, id })

const projectById = compiledOnce((sql, of: { organizationId: string; id: string }) =>
  selectFields(sql)
    .where('organization_id', '=', of.organizationId)
    .where('id', '=', of.id)
    .where('is_shown', '=', true),
)

/** The oldest of that name. */
export const selectProjectByName = (
  sql: Sql,
  organizationId: string,
  name: string,
): Promise<ProjectRow | undefined> =>
  selectFields(sql)
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .where('is_shown', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst()

export const selectProjectById = (sql: Sql, id: string): Promise<ProjectRow | undefined> =>
  selectFields(sql).where('id', '=', id).executeTakeFirst()

/** Each field once, in the order in which they first changed. */
export async function addChangedFields(
  sql: Sql,
  projectId: string,
  fields: string[],
): Promise<{ isFirst: boolean }> {
  const before = await sql
    .selectFrom('project_changes')
    .select('changed_fields')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const all = [...new Set([...(before?.changed_fields ?? []), ...fields])]
  await sql
    .insertInto('project_changes')
    .values({ project_id: projectId, changed_fields: all })
    .onConflict((on) => on.column('project_id').doUpdateSet({ changed_fields: all }))
    .execute()
  return { isFirst: before === undefined }
}

/** What is not reported yet, which with that counts as reported. */
export async function takeChangedFields(
  sql: Sql,
  projectId: string,
): Promise<string[] | undefined> {
  const row = await sql
    .deleteFrom('project_changes')
    .where('project_id', '=', projectId)
    .returning('changed_fields')
    .executeTakeFirst()
  return row?.changed_fields
}

export async function hasSlug(sql: Sql, organizationId: string, slug: string): Promise<boolean> {
  const row = await sql
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertProject(sql: Sql, row: Insertable<Projects>): Promise<void> {
  await sql.insertInto('projects').values(row).execute()
}

export async function updateProject(
  sql: Sql,
  id: string,
  set: Updateable<Projects>,
): Promise<void> {
  await sql.updateTable('projects').set(set).where('id', '=', id).execute()
}

export async function deleteProject(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('projects').where('id', '=', id).execute()
}
