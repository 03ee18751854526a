import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { toIso } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { titleByEvent } from '../content/event-title.ts'
import { eventsAt } from './match.ts'
import type { CalendarEvent, EventChoice, RecordingEvent } from './schema.ts'
import { selectChoice, selectEvent, upsertChoice, type EventRow } from './store.ts'

/** The event that a recording is of, and others of that time. */
export async function readEvent(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<RecordingEvent> {
  await requireContent(db.sql, caller, projectId, contentId)
  return describe(db.sql, caller, contentId)
}

/** A person says which event a recording is of, or that it is of none. */
export function chooseEvent(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
  { event_id: eventId }: EventChoice,
): Promise<RecordingEvent> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    await requireContent(tx, caller, projectId, contentId)
    const event = (await eventsAt(tx, contentId)).find(({ id }) => id === eventId)
    if (eventId !== null && !event) {
      throw errors.invalid(
        'event_id',
        'unknown',
        'No event of this id is at the time of the recording.',
      )
    }
    await upsertChoice(tx, { content_id: contentId, event_id: eventId, is_chosen: true })
    await titleByEvent(tx, contentId, event?.title ?? null)
    return describe(tx, caller, contentId)
  })
}

async function describe(sql: Sql, caller: Caller, contentId: string): Promise<RecordingEvent> {
  const choice = await selectChoice(sql, contentId)
  const event = choice?.event_id ? await selectEvent(sql, choice.event_id) : undefined
  const isAdmin = caller.role === 'admin' && caller.projectIds === null
  const others = isAdmin ? await eventsAt(sql, contentId) : []
  return {
    event: event ? toEvent(event) : null,
    is_chosen: choice?.is_chosen ?? false,
    others: others.filter(({ id }) => id !== event?.id).map(toEvent),
  }
}

export const toEvent = (row: EventRow): CalendarEvent => ({
  id: row.id,
  calendar_id: row.calendar_id,
  title: row.title,
  starts_at: toIso(row.starts_at),
  ends_at: toIso(row.ends_at),
  people: row.people,
})
