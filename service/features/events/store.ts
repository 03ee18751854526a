import { sql as raw, type SqlBool } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Events } from '../../db/tables.ts'

export type EventRow = Selectable<Events>

/** What a caller asks for, within what its key may see: `projectIds` null means everything. */
export type EventFilter = {
  organizationId: string
  projectIds: readonly string[] | null
  events?: readonly string[] | undefined
  createdAfter?: Date | undefined
  createdBefore?: Date | undefined
}

export async function insertEvent(sql: Sql, row: Insertable<Events>): Promise<void> {
  await sql.insertInto('events').values(row).execute()
}

export const selectEvent = (sql: Sql, id: string): Promise<EventRow | undefined> =>
  sql.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/** Events of the same recording that stand before it and have a job of this kind, oldest first. */
export async function selectEarlierQueued(
  tx: Sql,
  { data, position }: EventRow,
  jobName: string,
): Promise<EventRow[]> {
  const contentId = data['content_id']
  if (typeof contentId !== 'string') return []
  return tx
    .selectFrom('events')
    .selectAll()
    .where(raw<SqlBool>`data ->> 'content_id' = ${contentId}`)
    .where('position', '<', position)
    .where((by) =>
      by.exists(
        by
          .selectFrom('jobs')
          .select('jobs.id')
          .whereRef('jobs.key', '=', 'events.id')
          .where('jobs.name', '=', jobName),
      ),
    )
    .orderBy('position')
    .execute()
}

/** All events that a filter lets through, in no order yet. */
export function matching(sql: Sql, filter: EventFilter) {
  const { organizationId, projectIds, events, createdAfter: after, createdBefore: before } = filter
  let query = sql.selectFrom('events').selectAll().where('organization_id', '=', organizationId)
  // As one array each: `in ()` with nothing inside is no SQL.
  if (projectIds) query = query.where('project_id', '=', raw<string>`ANY(${[...projectIds]})`)
  if (events) query = query.where('event', '=', raw<string>`ANY(${[...events]})`)
  if (after) query = query.where('created_at', '>', after)
  if (before) query = query.where('created_at', '<', before)
  return query
}

export const selectEvents = (sql: Sql, filter: EventFilter, page: PageRequest) =>
  pageOf(matching(sql, filter), page)

/** Deletes what is too old, and what is kept of the older ones of removed projects. */
export async function deleteEventsBefore(sql: Sql, time: Date): Promise<void> {
  await sql.deleteFrom('events').where('created_at', '<', time).execute()
  await sql.deleteFrom('removed_events').where('created_at', '<', time).execute()
}

/** Only where they stood in the stream is kept. */
export async function deleteEventsOfProject(sql: Sql, projectId: string): Promise<void> {
  await sql
    .insertInto('removed_events')
    .columns(['id', 'organization_id', 'position', 'created_at'])
    .expression((by) =>
      by
        .selectFrom('events')
        .select(['id', 'organization_id', 'position', 'created_at'])
        .where('project_id', '=', projectId),
    )
    .execute()
  await sql.deleteFrom('events').where('project_id', '=', projectId).execute()
}
