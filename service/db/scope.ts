import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** One project, or those of an organization that a caller may see. */
export type Scope =
  | { projectId: string }
  | { organizationId: string; projectIds: readonly string[] | null }

/** What rows of a table with a `project_id` must meet. */
export function within(table: string, scope: Scope): RawBuilder<SqlBool> {
  const id = sql.ref(`${table}.project_id`)
  if ('projectId' in scope) return sql`${id} = ${scope.projectId}`
  const own = sql<SqlBool>`${id} IN
    (SELECT id FROM projects WHERE is_shown AND organization_id = ${scope.organizationId})`
  const { projectIds } = scope
  return projectIds ? sql`${own} AND ${id} = ANY(${[...projectIds]}::text[])` : own
}
