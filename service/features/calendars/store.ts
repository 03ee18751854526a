import type { Insertable, Selectable, Updateable } from 'kysely'
import { sql as raw } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { CalendarEvents, Calendars, ContentEvents } from '../../db/tables.ts'

const selectFields = (sql: Sql) =>
  sql
    .selectFrom('calendars')
    .selectAll('calendars')
    .select((by) =>
      by
        .selectFrom('calendar_events')
        .whereRef('calendar_events.calendar_id', '=', 'calendars.id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('event_count'),
    )

export type CalendarRow = Selectable<Calendars> & { event_count: number | null }
export type EventRow = Selectable<CalendarEvents>

export const selectCalendars = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf(selectFields(sql).where('calendars.organization_id', '=', organizationId), page)

export const selectCalendar = (sql: Sql, id: string): Promise<CalendarRow | undefined> =>
  selectFields(sql).where('calendars.id', '=', id).executeTakeFirst()

export async function countCalendars(sql: Sql, organizationId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('calendars')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertCalendar(sql: Sql, row: Insertable<Calendars>): Promise<void> {
  await sql.insertInto('calendars').values(row).execute()
}

export async function updateCalendar(
  sql: Sql,
  id: string,
  set: Updateable<Calendars>,
): Promise<void> {
  await sql.updateTable('calendars').set(set).where('id', '=', id).execute()
}

export async function deleteCalendar(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('calendars').where('id', '=', id).execute()
}

/** Events of a calendar in place of those that it had; one that a recording is of stays. */
export async function replaceEvents(
  sql: Sql,
  calendarId: string,
  rows: readonly Insertable<CalendarEvents>[],
): Promise<void> {
  const kept: string[] = []
  for (let at = 0; at < rows.length; at += 1_000) {
    const stored = await sql
      .insertInto('calendar_events')
      .values(rows.slice(at, at + 1_000))
      .onConflict((on) =>
        on.columns(['calendar_id', 'uid', 'starts_at']).doUpdateSet((by) => ({
          ends_at: by.ref('excluded.ends_at'),
          title: by.ref('excluded.title'),
          people: by.ref('excluded.people'),
          is_meeting: by.ref('excluded.is_meeting'),
        })),
      )
      .returning('id')
      .execute()
    kept.push(...stored.map(({ id }) => id))
  }
  await unreferenced(sql)
    .where('calendar_id', '=', calendarId)
    .where(raw<boolean>`calendar_events.id <> ALL(${kept}::text[])`)
    .execute()
}

/** Events that are over and that no recording is of. */
export async function deleteEventsBefore(sql: Sql, time: Date): Promise<void> {
  await unreferenced(sql).where('ends_at', '<', time).execute()
}

const unreferenced = (sql: Sql) =>
  sql
    .deleteFrom('calendar_events')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('content_events')
            .whereRef('content_events.event_id', '=', 'calendar_events.id')
            .select('content_events.content_id'),
        ),
      ),
    )

export type Span = { from: Date; to: Date }

const eventsOf = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('calendar_events')
    .innerJoin('calendars', 'calendars.id', 'calendar_events.calendar_id')
    .selectAll('calendar_events')
    .where('calendars.organization_id', '=', organizationId)

/** Events of an organization that take place within a span, longest overlap first. */
export const selectOverlapping = (
  sql: Sql,
  organizationId: string,
  { from, to }: Span,
): Promise<EventRow[]> =>
  eventsOf(sql, organizationId)
    .where('starts_at', '<', to)
    .where('ends_at', '>', from)
    .orderBy(
      raw`least(ends_at, ${to}::timestamptz) - greatest(starts_at, ${from}::timestamptz)`,
      'desc',
    )
    .orderBy('starts_at')
    .orderBy('calendar_events.id')
    .limit(20)
    .execute()

/** Meetings that begin within a span and are not over, of calendars that remind. */
export const selectBeginning = (
  sql: Sql,
  organizationId: string,
  { from, to, now }: Span & { now: Date },
): Promise<EventRow[]> =>
  eventsOf(sql, organizationId)
    .where('is_reminding', '=', true)
    .where('is_meeting', '=', true)
    .where('starts_at', '>', from)
    .where('starts_at', '<=', to)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('calendar_events.id')
    .limit(10)
    .execute()

export const selectEvent = (sql: Sql, id: string): Promise<EventRow | undefined> =>
  sql.selectFrom('calendar_events').selectAll().where('id', '=', id).executeTakeFirst()

export const selectChoice = (
  sql: Sql,
  contentId: string,
): Promise<Selectable<ContentEvents> | undefined> =>
  sql
    .selectFrom('content_events')
    .selectAll()
    .where('content_id', '=', contentId)
    .executeTakeFirst()

export async function upsertChoice(sql: Sql, row: Insertable<ContentEvents>): Promise<void> {
  const { content_id: _of, ...set } = row
  await sql
    .insertInto('content_events')
    .values(row)
    .onConflict((on) => on.column('content_id').doUpdateSet(set))
    .execute()
}

export async function deleteChoice(sql: Sql, contentId: string): Promise<void> {
  await sql.deleteFrom('content_events').where('content_id', '=', contentId).execute()
}

/** Recordings that began within a span, whose lengths are known. */
export async function selectRecorded(
  sql: Sql,
  organizationId: string,
  { from, to }: Span,
): Promise<string[]> {
  const rows = await sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .select('content.id')
    .where('projects.organization_id', '=', organizationId)
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', to)
    .where('duration_seconds', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Addresses of the members, in lower case. */
export async function selectAddresses(sql: Sql, organizationId: string): Promise<string[]> {
  const rows = await sql
    .selectFrom('members')
    .select('email')
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.map(({ email }) => email.toLowerCase())
}

/** Calendars whose addresses are to be read. */
export const selectDue = (sql: Sql, now: Date): Promise<Selectable<Calendars>[]> =>
  sql
    .selectFrom('calendars')
    .selectAll()
    .where('next_read_at', '<=', now)
    .orderBy('next_read_at')
    .execute()

export async function selectNextRead(sql: Sql, now: Date): Promise<Date | null> {
  const row = await sql
    .selectFrom('calendars')
    .select('next_read_at')
    .where('next_read_at', '>', now)
    .orderBy('next_read_at')
    .executeTakeFirst()
  return row?.next_read_at ?? null
}

export const selectSealed = (sql: Sql, organizationId: string): Promise<{ url_sealed: string }[]> =>
  sql
    .selectFrom('calendars')
    .select('url_sealed')
    .where('organization_id', '=', organizationId)
    .where('url_sealed', 'is not', null)
    .$narrowType<{ url_sealed: string }>()
    .execute()
