import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Caller } from '../../core/caller.ts'
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
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('content_count'),
      by
        .selectFrom('content')
        .whereRef('content.project_id', '=', 'projects.id')
        .select((of) => of.fn.max('created_at').as('latest'))
        .as('latest_content_at'),
    ])

export type ProjectRow = Selectable<Projects> & {
  content_count: number | null
  latest_content_at: Date | null
}

/** A restricted key sees its own projects only (choices.md 13). */
export function selectProjects(sql: Sql, caller: Caller, page: PageRequest) {
  const query = selectFields(sql).where('organization_id', '=', caller.organizationId)
  return pageOf(caller.projectIds ? query.where('id', 'in', [...caller.projectIds]) : query, page)
}

export const selectProject = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<ProjectRow | undefined> =>
  selectFields(sql)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

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
