import { sql as raw } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import { plannedOnce } from '../../db/connection-lease.ts'
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
  await sql.insertInto('events').values(row).modifyEnd(plannedOnce).execute()
}

export const selectEvent = (sql: Sql, id: string): Promise<EventRow | undefined> =>
  sql.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/** These events, and those before one of them that are of the same recording and have a job of this kind, oldest first. */
export async function selectWithEarlierQueued(
  tx: Sql,
  ids: readonly string[],
  jobName: string,
): Promise<EventRow[]> {
  // For each by itself, so that each is found by its index: what else is read may clash with what others write.
  const { rows } = await raw<EventRow>`
    SELECT DISTINCT ON (found.position) found.* FROM unnest(${[...ids]}::text[]) AS own (id), LATERAL (
      SELECT events.* FROM events WHERE events.id = own.id
    ) event, LATERAL (
      SELECT event.*
      UNION ALL
      SELECT earlier.* FROM events earlier
      WHERE earlier.data ->> 'content_id' = event.data ->> 'content_id' AND earlier.position < event.position
        AND EXISTS (SELECT FROM jobs WHERE jobs.key = earlier.id AND jobs.name = ${jobName})
    ) found
    ORDER BY found.position`.execute(tx)
  return rows
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
