import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Content, ContentStatus } from '../../db/tables.ts'

export type ContentRow = Selectable<Content> & {
  has_transcript: unknown
  analysis_count: number | null
}

export const selectFields = (sql: Sql) =>
  sql
    .selectFrom('content')
    .selectAll('content')
    .select((by) => [
      by
        .exists(
          by
            .selectFrom('transcripts')
            .whereRef('transcripts.content_id', '=', 'content.id')
            .select('transcripts.version'),
        )
        .as('has_transcript'),
      by
        .selectFrom('analyses')
        .whereRef('analyses.content_id', '=', 'content.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('analysis_count'),
    ])

export const selectContent = (sql: Sql, id: string): Promise<ContentRow | undefined> =>
  selectFields(sql).where('id', '=', id).executeTakeFirst()

export async function selectOrganizationId(sql: Sql, contentId: string): Promise<string> {
  const row = await sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select('projects.organization_id')
    .where('content.id', '=', contentId)
    .executeTakeFirstOrThrow()
  return row.organization_id
}

export async function selectContentIds(sql: Sql, projectId?: string): Promise<string[]> {
  const query = sql.selectFrom('content').select('id')
  const rows = await (projectId ? query.where('project_id', '=', projectId) : query).execute()
  return rows.map(({ id }) => id)
}

export async function insertContent(sql: Sql, row: Insertable<Content>): Promise<void> {
  await sql.insertInto('content').values(row).execute()
}

/** Changes an item that is still in `from`; false where it is gone or has moved on. */
export async function updateContent(
  sql: Sql,
  id: string,
  from: readonly ContentStatus[],
  set: Updateable<Content>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('content')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sessions, transcripts, analyses and the search document go with it (on delete cascade). */
export async function deleteContents(sql: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await sql
      .deleteFrom('content')
      .where('id', 'in', [...ids])
      .execute()
}
