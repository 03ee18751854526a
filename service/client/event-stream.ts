import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { EarshotError, toEarshotError } from './errors.ts'
import type { Client } from './generated/client/index.ts'
import type { EarshotEvent, StreamEventsData } from './generated/types.gen.ts'
import type { Pause } from './retry.ts'

export type StreamOptions = {
  /** Continues after this event; without it, with what happens from now on. */
  lastEventId?: string
  /** Only events of these names. */
  events?: EarshotEvent['event'][]
  projectId?: string
  /** Ends the iteration, quietly. */
  signal?: AbortSignal
  /** A connection on which nothing comes for so long counts as broken; 60,000 milliseconds, where the service sends something every 15,000. */
  silenceMs?: number
  /** Called each time the connection opens. */
  onOpen?: () => void
  /** Called where the service no longer keeps the events that follow the last one seen. */
  onReset?: () => void
}
/** Where to continue after a broken connection, and how long to wait before. */
type Position = { lastId: string | null; retryMs: number }
type Source = { client: Client; fetch: typeof globalThis.fetch; pause: Pause }

/**
 * Events as they happen, for as long as you take them. A broken connection is opened again after the
 * last event, so that none is missed; a refusal, such as for a revoked key, is thrown.
 */
export async function* followStream(
  source: Source,
  options: StreamOptions = {},
): AsyncGenerator<EarshotEvent, void, undefined> {
  const { signal } = options
  const position: Position = { lastId: options.lastEventId ?? null, retryMs: 3_000 }
  try {
    for (;;) {
      signal?.throwIfAborted()
      const body = await open(source, options, position.lastId)
      if (body) {
        options.onOpen?.()
        yield* readEvents(body, position, options)
      }
      await source.pause(position.retryMs, signal)
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
    // A restart of the service and a limit on streams pass; a refusal does not.
    if (response.status !== 429 && response.status < 500) throw refusal
  } catch (error) {
    if (error instanceof EarshotError || signal?.aborted) throw error
  }
  return null
}

/** The events of one connection; ends when it does, for whatever reason. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  position: Position,
  { signal, onReset, silenceMs = 60_000 }: StreamOptions,
): AsyncGenerator<EarshotEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const messages: EventSourceMessage[] = []
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    // A block may have an id and no data: the service says so where a stream begins.
    onId: (id) => (position.lastId = id),
    onRetry: (ms) => (position.retryMs = ms),
  })
  try {
    for (;;) {
      const chunk = await readWithin(silenceMs, reader)
      if (signal?.aborted || !chunk || chunk.done) return
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      const arrived = messages.splice(0)
      if (arrived.some(isReset)) onReset?.()
      // Whatever the service sends under another name is an event.
      yield* arrived
        .filter((one) => !isReset(one))
        .map(({ data }) => JSON.parse(data) as EarshotEvent)
    }
  } finally {
    // Breaking out of the loop closes the connection, too.
    await reader.cancel().catch(() => undefined)
  }
}

/** What comes next; null where the connection breaks, or dies without a word, as when a machine on the way goes away. */
async function readWithin(ms: number, reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null)
  })
  try {
    return await Promise.race([reader.read().catch(() => null), silence])
  } finally {
    clearTimeout(timer)
  }
}

const isReset = ({ event }: EventSourceMessage): boolean => event === 'stream.reset'
