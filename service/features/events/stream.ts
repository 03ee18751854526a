import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { isId } from '../../core/ids.ts'
import type { Deps } from '../../deps.ts'
import type { Live, Message } from '../../http/event-stream.ts'
import { buildEnvelope } from './envelope.ts'
import { eventsKeptSince, toFilter } from './read-events.ts'
import { startOfStream, type StreamQuery } from './schema.ts'
import type { EventFilter, EventRow } from './store.ts'
import { selectHead, selectNewest, selectNext, selectPosition } from './stream-store.ts'

// Read from the database as they are taken, so that a slow reader costs no memory.
const eventsPerPage = 50
const reconnectMs = 3_000

type StreamDeps = Pick<Deps, 'db' | 'signals' | 'clock' | 'config' | 'baseUrl'>

/** From where a reader goes on, and the messages it gets first. */
export type StreamStart = { filter: EventFilter; position: number; first: Message[] }

/**
 * Where a reader starts: behind its last event, or with what comes now.
 * Choice: an id that is not kept any more (30 days) starts from all that is kept, after a
 * `stream.reset` that says so. A 404 would leave a browser's EventSource dead, and a silent start
 * would hide that something may be missing.
 */
export async function startStream(
  { db, clock }: StreamDeps,
  caller: Caller,
  query: StreamQuery,
): Promise<StreamStart> {
  const { last_event_id: lastId, ...filters } = query
  const filter = toFilter(caller, filters)
  const retry = { retry: reconnectMs }
  if (lastId === undefined) {
    if (filter.createdAfter) return { filter, position: 0, first: [retry] }
    const head = await selectHead(db.sql, caller, clock.now())
    const newest = await selectNewest(db.sql, filter)
    // An id at once: whoever is cut off before the first event loses nothing either.
    const first = [{ ...retry, id: newest?.id ?? startOfStream }]
    return { filter, position: Math.max(head.position, newest?.position ?? 0), first }
  }
  if (!isId('evt', lastId)) {
    throw errors.invalid('last_event_id', 'invalid', 'last_event_id is not the id of an event.')
  }
  if (lastId === startOfStream) return { filter, position: 0, first: [retry] }
  const position = await selectPosition(db.sql, caller.organizationId, lastId)
  if (position !== undefined) return { filter, position, first: [{ ...retry, id: lastId }] }
  const data = JSON.stringify({ last_event_id: lastId, reason: 'not_kept' })
  return { filter, position: 0, first: [{ ...retry, event: 'stream.reset', data }] }
}

/** Every event behind the start, in the order of their commits, for as long as the reader stays. */
export async function* followEvents(
  deps: StreamDeps,
  caller: Caller,
  { filter, position: from, first }: StreamStart,
  live: Live,
): AsyncGenerator<Message> {
  // Not in a `finally`: a reader that leaves while the answer is full never comes back to it.
  live.signal.addEventListener('abort', deps.signals.on('events.stored', live.wake))
  yield* first
  let position = from
  while (!live.signal.aborted) {
    // Looked at before each page: a revoked key gets nothing more.
    const head = await selectHead(deps.db.sql, caller, deps.clock.now())
    if (!head.isKeyLive) return
    const page = await readPage(deps, filter, { after: position, upTo: head.position })
    for (const row of page.rows) yield toMessage(deps, row, caller.apiVersion)
    position = Math.max(position, page.position)
    if (page.isLast) await live.pause()
  }
}

async function readPage(
  { db, clock }: StreamDeps,
  filter: EventFilter,
  { after, upTo }: { after: number; upTo: number },
) {
  if (upTo <= after) return { rows: [], position: after, isLast: true }
  const rows = await selectNext(db.sql, filter, { after, upTo, limit: eventsPerPage })
  const isLast = rows.length < eventsPerPage
  const since = eventsKeptSince(clock)
  return {
    rows: rows.filter((row) => row.created_at >= since),
    position: isLast ? upTo : (rows.at(-1)?.position ?? upTo),
    isLast,
  }
}

const toMessage = (deps: StreamDeps, row: EventRow, apiVersion: string): Message => ({
  id: row.id,
  event: row.event,
  data: buildEnvelope(deps, row, apiVersion),
})
