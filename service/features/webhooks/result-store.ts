import type { Sql } from '../../db/database.ts'

/** Where a result belongs at present; what lies in the bin is not shown. */
export type Home = { project_id: string; is_shown: boolean }

export const selectHomeOfContent = (sql: Sql, contentId: string): Promise<Home | undefined> =>
  sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select(['content.project_id', 'projects.is_shown'])
    .where('content.id', '=', contentId)
    .executeTakeFirst()

export const selectHomeOfProject = (sql: Sql, projectId: string): Promise<Home | undefined> =>
  sql
    .selectFrom('projects')
    .select(['id as project_id', 'is_shown'])
    .where('id', '=', projectId)
    .executeTakeFirst()
