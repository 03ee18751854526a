import { requireMachineAdmin, type Caller } from '../../core/caller.ts'
import { minute, plusMs } from '../../core/time.ts'
import type { Deps } from '../../deps.ts'
import { toEvent } from './event-of-recording.ts'
import type { CalendarEvent } from './schema.ts'
import { selectBeginning } from './store.ts'

/** Choices: how long before its begin a meeting is told of, and how long after. */
const [beforeMs, afterMs] = [minute, 10 * minute]

/** Meetings with others that begin now, of calendars that remind, soonest first. */
export async function listReminders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<CalendarEvent[]> {
  requireMachineAdmin(caller)
  const now = clock.now()
  const span = { from: plusMs(now, -afterMs), to: plusMs(now, beforeMs) }
  return (await selectBeginning(db.sql, caller.organizationId, { ...span, now })).map(toEvent)
}
