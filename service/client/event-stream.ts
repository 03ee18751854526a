import { createEventReader, type StreamMessage, type StreamReading } from './event-lines.ts'
import { EarshotError, toEarshotError } from './errors.ts'
import type { Client } from './generated/client/index.ts'
import type { Event, StreamEventsData } from './generated/types.gen.ts'
import type { Pause } from './pause.ts'

export type StreamOptions = {
  /** Goes on behind this event; without it, with what happens from now on. */
  lastEventId?: string
  /** Only events of these names. */
  events?: Event['event'][]
  projectId?: string
  /** Ends the iteration, quietly. */
  signal?: AbortSignal
  /** Told each time that the stream is open. */
  onOpen?: () => void
  /** Told where events between the last one seen and the next are not kept any more. */
  onReset?: () => void
}
type Source = { client: Client; fetch: typeof globalThis.fetch; pause: Pause }

/**
 * Events as they happen, for as long as you take them. A broken connection is opened again behind
 * the last event, so that none is missed; a refusal, such as of a revoked key, is thrown.
 */
export async function* followStream(
  source: Source,
  options: StreamOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const { signal } = options
  const lastId = options.lastEventId ?? null
  const reading: StreamReading = { messages: [], lastId, retryMs: 3_000 }
  try {
    for (;;) {
      signal?.throwIfAborted()
      const body = await open(source, options, reading.lastId)
      if (body) {
        options.onOpen?.()
        yield* readEvents(body, reading, options)
      }
      await source.pause(reading.retryMs, signal)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

/** The open stream; null where the service cannot be reached now. */
async function open(
  { client, fetch }: Source,
  { events, projectId, signal }: StreamOptions,
  lastId: string | null,
): Promise<ReadableStream<Uint8Array> | null> {
  const query: StreamEventsData['query'] = {
    ...(events && { event: events }),
    ...(projectId && { project_id: projectId }),
  }
  const url = client.buildUrl<StreamEventsData>({ url: '/v1/events/stream', query })
  const { auth, headers: shared } = client.getConfig()
  const key = typeof auth === 'function' ? await auth({ type: 'http', scheme: 'bearer' }) : auth
  const headers = new Headers(shared instanceof Headers ? shared : undefined)
  headers.set('accept', 'text/event-stream')
  if (key) headers.set('authorization', `Bearer ${key}`)
  if (lastId) headers.set('last-event-id', lastId)
  try {
    const response = await fetch(url, { headers, ...(signal && { signal }) })
    if (response.ok) return response.body
    const refusal = toEarshotError(await response.json().catch(() => null), response)
    // A service that restarts, or a limit on streams, passes; a refusal does not.
    if (response.status !== 429 && response.status < 500) throw refusal
  } catch (error) {
    if (error instanceof EarshotError || signal?.aborted) throw error
  }
  return null
}

/** The events of one connection; ends where it does, by whatever cause. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  reading: StreamReading,
  { signal, onReset }: StreamOptions,
): AsyncGenerator<Event, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const feed = createEventReader(reading)
  try {
    for (;;) {
      const chunk = await reader.read().catch(() => null)
      if (signal?.aborted || !chunk || chunk.done) return
      feed(decoder.decode(chunk.value, { stream: true }))
      const arrived = reading.messages.splice(0)
      if (arrived.some(isReset)) onReset?.()
      // What the service sends under every other name is an event.
      yield* arrived.filter((one) => !isReset(one)).map(({ data }) => JSON.parse(data) as Event)
    }
  } finally {
    // Who breaks out of the loop closes the connection, too.
    await reader.cancel().catch(() => undefined)
  }
}

const isReset = ({ event }: StreamMessage): boolean => event === 'stream.reset'
