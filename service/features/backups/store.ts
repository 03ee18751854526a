import type { Sql } from '../../db/database.ts'

/** When the first project was made; null in an empty library. */
export async function selectOldestProject(sql: Sql, organizationId: string): Promise<Date | null> {
  const row = await sql
    .selectFrom('projects')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row?.at ?? null
}

export async function hasRunningJob(sql: Sql): Promise<boolean> {
  const row = await sql
    .selectFrom('jobs')
    .select('id')
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasUnreadNotice(
  sql: Sql,
  organizationId: string,
  kind: string,
): Promise<boolean> {
  const row = await sql
    .selectFrom('notices')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', kind)
    .where('read_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
