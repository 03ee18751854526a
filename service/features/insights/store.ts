import {
  sql as raw,
  type Insertable,
  type Selectable,
  type Updateable,
  type UpdateObject,
} from 'kysely'
import { openStates } from '../../core/work-state.ts'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { AnalysisStatus, Insights, Tables } from '../../db/tables.ts'
import { stampOf } from './state-store.ts'

export type InsightsRow = Selectable<Insights>

export const selectInsights = (sql: Sql, id: string): Promise<InsightsRow | undefined> =>
  sql.selectFrom('insights').selectAll().where('id', '=', id).executeTakeFirst()

export const selectHistory = (sql: Sql, projectId: string, page: PageRequest) =>
  pageOf<InsightsRow>(
    sql.selectFrom('insights').selectAll().where('project_id', '=', projectId),
    page,
  )

type Within = { organizationId: string; projectIds: readonly string[] | null }

/** Of all projects that a caller may see; null states are all of them. */
export function selectAllInsights(
  sql: Sql,
  { organizationId, projectIds }: Within,
  states: readonly AnalysisStatus[] | null,
  page: PageRequest,
) {
  let query = sql
    .selectFrom('insights')
    .innerJoin('projects', 'projects.id', 'insights.project_id')
    .selectAll('insights')
    .where('projects.organization_id', '=', organizationId)
    .where('projects.is_shown', '=', true)
  if (projectIds) query = query.where('insights.project_id', 'in', [...projectIds])
  if (states) query = query.where('insights.status', 'in', [...states])
  return pageOf<InsightsRow>(query, page)
}

export const selectNewestCompleted = (sql: Sql, projectId: string) =>
  sql
    .selectFrom('insights')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectOpen = (sql: Sql, projectId: string): Promise<InsightsRow | undefined> =>
  sql
    .selectFrom('insights')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', 'in', [...openStates])
    .executeTakeFirst()

/** False where the project has open ones already, also where another transaction just made them. */
export async function insertInsights(sql: Sql, row: Insertable<Insights>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count = 0n } = await sql
    .insertInto('insights')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('project_id')
        .where('status', 'in', [...openStates])
        .doNothing(),
    )
    .executeTakeFirst()
  return count > 0n
}

/** False where they are gone or in none of the states. */
export async function updateInsights(
  sql: Sql,
  id: string,
  states: readonly AnalysisStatus[],
  set: UpdateObject<Tables, 'insights'>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('insights')
    .set(set)
    .where('id', '=', id)
    .where('status', 'in', [...states])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The completed ones that were the newest when `row` was asked for. */
export const selectEarlier = (
  sql: Sql,
  { id, project_id, created_at }: Pick<InsightsRow, 'id' | 'project_id' | 'created_at'>,
) =>
  sql
    .selectFrom('insights')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('status', '=', 'completed')
    .where(raw<boolean>`(created_at, id) < (${created_at}, ${id})`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Completed ones that still count a deleted recording and whose sources are known, oldest first. */
export const selectUncounted = (sql: Sql, projectId: string): Promise<InsightsRow | undefined> =>
  sql
    .selectFrom('insights')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', 'completed')
    .where('recordings_read', 'is not', null)
    .where(raw<boolean>`removed_ids <> '{}'`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Recordings that were deleted before something was counted are no longer in it; later ones are. */
export const withoutKnown = (known: readonly string[]) => raw<string[]>`
  ARRAY(SELECT id FROM unnest(removed_ids) AS id WHERE id <> ALL(${[...known]}::text[]))`

/** False where others have counted them since. */
export async function updateCounted(
  sql: Sql,
  { id, removed_ids }: Pick<InsightsRow, 'id' | 'removed_ids'>,
  set: Updateable<Insights>,
): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable('insights')
    .set({ ...set, removed_ids: withoutKnown(removed_ids) })
    .where('id', '=', id)
    .where('status', '=', 'completed')
    .where(raw<boolean>`removed_ids @> ${removed_ids}::text[]`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteInsightsOf(sql: Sql, projectId: string): Promise<void> {
  await sql.deleteFrom('insights').where('project_id', '=', projectId).execute()
}

export async function selectOrganizationId(sql: Sql, projectId: string): Promise<string> {
  const row = await sql
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.organization_id
}

/** `stamp` names the current transcript; null where there is none. */
export type Named = { filename: string; title: string; stamp: string | null }

export async function selectNames(sql: Sql, ids: readonly string[]): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('content')
    .leftJoinLateral(
      (by) =>
        by
          .selectFrom('transcripts')
          .select(['version', 'updated_at'])
          .whereRef('content_id', '=', 'content.id')
          .orderBy('version', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['content.id', 'content.filename', 'content.shown_title'])
    .select(['newest.version', 'newest.updated_at'])
    .where('content.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, filename, shown_title: title, version, updated_at }) => [
      id,
      { filename, title, stamp: version && updated_at ? stampOf({ version, updated_at }) : null },
    ]),
  )
}

/** Of these segments the ones that the recordings' current transcripts have, by id. */
export async function selectSegments(
  sql: Sql,
  contentIds: readonly string[],
  ids: readonly string[],
): Promise<Map<string, { start: number; end: number; text: string }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await raw<{ id: string; start: number; end: number; text: string }>`
    SELECT part ->> 'id' AS id, (part -> 'start')::float8 AS start, (part -> 'end')::float8 AS end,
      left(part ->> 'text', 240) AS text
    FROM (SELECT DISTINCT ON (content_id) segments FROM transcripts
      WHERE content_id = ANY(${contentIds}) ORDER BY content_id, version DESC) newest
    CROSS JOIN jsonb_array_elements(segments) AS parts (part)
    WHERE part ->> 'id' = ANY(${ids})`.execute(sql)
  return new Map(rows.map(({ id, ...moment }) => [id, moment]))
}
