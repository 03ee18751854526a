// Finds the event of a recording.
import { second } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { findContent } from '../content/content.ts'
import { organizationOf } from '../content/organization.ts'
import { titleByEvent } from '../content/event-title.ts'
import {
  deleteChoice,
  selectChoice,
  selectOverlapping,
  upsertChoice,
  type EventRow,
  type Span,
} from './store.ts'

/** When a recording took place; null where nobody said so, or its length is not known yet. */
async function spanOf(sql: Sql, contentId: string): Promise<Span | null> {
  const row = await findContent(sql, contentId)
  if (!row?.recorded_at || row.duration_seconds === null) return null
  const from = row.recorded_at
  // Names of files tell no seconds, so that a short recording may lie before itself.
  const to = new Date(from.getTime() + Math.max(row.duration_seconds, 60) * second)
  return { from, to }
}

/** Events at the time of a recording, longest overlap first. */
export async function eventsAt(sql: Sql, contentId: string): Promise<EventRow[]> {
  const span = await spanOf(sql, contentId)
  if (!span) return []
  return selectOverlapping(sql, await organizationOf(sql, contentId), span)
}

/**
 * Names a recording by the event that it overlaps most: by half of it, or of the event. What a person chose stays, and
 * so does a name whose calendar is gone.
 */
export async function matchEvent(tx: Tx, contentId: string): Promise<void> {
  const before = await selectChoice(tx, contentId)
  if (before?.is_chosen) return
  const span = await spanOf(tx, contentId)
  const [first] = await eventsAt(tx, contentId)
  const event = span && first && isLong(first, span) ? first : null
  if (event) {
    await upsertChoice(tx, { content_id: contentId, event_id: event.id, is_chosen: false })
    await titleByEvent(tx, contentId, event.title)
  } else if (before) {
    await deleteChoice(tx, contentId)
    await titleByEvent(tx, contentId, null)
  }
}

function isLong({ starts_at, ends_at }: EventRow, { from, to }: Span): boolean {
  const [start, end] = [starts_at.getTime(), ends_at.getTime()]
  const overlapMs = Math.min(end, to.getTime()) - Math.max(start, from.getTime())
  return overlapMs * 2 >= Math.min(end - start, to.getTime() - from.getTime())
}
