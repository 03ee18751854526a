import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Events } from '../../db/tables.ts'

export type EventRow = Selectable<Events>

export async function insertEvent(sql: Sql, row: Insertable<Events>): Promise<void> {
  await sql.insertInto('events').values(row).execute()
}

export const selectEvent = (sql: Sql, id: string): Promise<EventRow | undefined> =>
  sql.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

export async function deleteEventsBefore(sql: Sql, time: Date): Promise<void> {
  await sql.deleteFrom('events').where('created_at', '<', time).execute()
}

export async function deleteEventsOfProject(sql: Sql, projectId: string): Promise<void> {
  await sql.deleteFrom('events').where('project_id', '=', projectId).execute()
}
