import { Type } from 'typebox'
import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Deps } from '../../deps.ts'
import { cutText } from '../../engine/cut-text.ts'
import { defineJob } from '../../queue/job.ts'
import type { EventContent } from './event-data.ts'
import { insertEvent, selectWithEarlierQueued, type EventRow } from './store.ts'

/** Makes one delivery per matching webhook; handled by the webhooks slice. */
export const fanOutJob = defineJob({
  name: 'event.fan-out',
  payload: Type.Object({ event_id: Type.String() }),
  lane: 'light',
  attempts: 10,
  isSerial: true,
})

/** The event's name and its data (event-data.ts), and where it belongs. */
export type NewEvent = EventContent & {
  organizationId: string
  projectId: string | null
  /** Path of the resource in the API, for links.api; of the list it was in, where it is gone. */
  link: string
}

// A payload stays under 20 KB whatever an engine had to say (api-choices.md 10); names are short
// anyway.
const longestReason = 1_000

/** Stores an event in the transaction of the change it reports, and queues its fan-out with it. */
export async function recordEvent(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  tx: Tx,
  input: NewEvent,
): Promise<string> {
  const id = await storeEvent({ clock }, tx, input)
  const { organizationId } = input
  await queue.enqueue(tx, fanOutJob.of({ event_id: id }, id, { organizationId }))
  return id
}

/** Stores an event that goes to no one but those the caller sends it to; returns its id. */
export async function storeEvent(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  input: NewEvent,
): Promise<string> {
  const id = newId('evt')
  await insertEvent(tx, {
    id,
    organization_id: input.organizationId,
    project_id: input.projectId,
    event: input.event,
    data: JSON.stringify(thin(input.data)),
    link: input.link,
    created_at: clock.now(),
  })
  afterCommit(tx, (signals) => signals.emit('events.stored'))
  return id
}

function thin(data: NewEvent['data']): NewEvent['data'] {
  if (!('error' in data)) return data
  const { code, message } = data.error
  return { ...data, error: { code, message: cutText(message, longestReason) } }
}

export { buildEnvelope, toEnvelope } from './envelope.ts'
export { eventData, type EventContent } from './event-data.ts'
export { Envelope, eventNames, type EventName } from './schema.ts'
export { deleteEventsBefore, deleteEventsOfProject, selectEvent, type EventRow } from './store.ts'

/** These events, and those that stand before one of them, are of the same recording and still wait for their fan-out; in their order. */
export const selectWithEarlierUnsent = (tx: Tx, ids: readonly string[]): Promise<EventRow[]> =>
  selectWithEarlierQueued(tx, ids, fanOutJob.name)
