import { fastifySSE, type SSEMessage } from '@fastify/sse'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../core/errors.ts'
import { observe } from '../core/observe.ts'
import { plusMs, second, type Clock } from '../core/time.ts'
import type { App } from './server.ts'

const heartbeatMs = 15 * second
const stalledBeats = 4 // a reader that takes nothing for a minute is cut off and may come back
const streamsPerKey = 20
const endGraceMs = second

/** One block of text/event-stream; `data` is text of one line, sent as it is. */
export type Message = { id?: string; event?: string; data?: string; retry?: number }

/** One reader. */
export type Live = {
  /** Aborted once the reader is gone or the service stops. */
  signal: AbortSignal
  /** There may be more to send. */
  wake: () => void
  /** Resolves at the next wake (at once where one came meanwhile), heartbeat or end. */
  pause: () => Promise<void>
}

export type EventStreams = {
  /** Sends what `follow` yields, as fast as the reader takes it; resolves when either has ended. */
  send: (
    request: FastifyRequest,
    reply: FastifyReply,
    follow: (live: Live) => AsyncIterable<Message>,
  ) => Promise<void>
}

type Stream = Live & { reply: FastifyReply; key: string; end: () => void }

/**
 * Whether an Accept header that names both asks for JSON at least as much as for a stream. Choice:
 * then it is JSON, because a client of JSON would wait for the end of a stream for ever.
 */
export function prefersJson(accept: string | undefined): boolean {
  const json = weightOf(accept, 'application/json')
  return json > 0 && json >= weightOf(accept, 'text/event-stream')
}

/** Whether a stream is asked for, by its name and before JSON. */
export const prefersStream = (accept: string | undefined): boolean =>
  weightOf(accept, 'text/event-stream') > 0 && !prefersJson(accept)

function weightOf(accept: string | undefined, type: string): number {
  const range = (accept ?? '').split(',').find((part) => part.split(';')[0]?.trim() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}

/** Server-sent events for the routes of `app` that say `sse`. Ends them all when it closes. */
export async function openEventStreams(
  app: App,
  { clock }: { clock: Clock },
): Promise<EventStreams> {
  // The plugin's heartbeat runs on a timer of its own, so it is off: ours follows the clock.
  await app.register(fastifySSE, { heartbeatInterval: 0, serializer: String })
  const streams = new Set<Stream>()
  app.addHook('preClose', async () => {
    await Promise.race([Promise.all([...streams].map(finish)), delay(endGraceMs)])
  })
  return {
    send: async (request, reply, follow) => {
      const stream = openStream(streams, clock, { request, reply })
      reply.hijack()
      reply.header('cache-control', 'no-store').sse.sendHeaders()
      try {
        await observe('reader', {}, () => reply.sse.send(toMessages(follow(stream), stream.signal)))
      } catch (error) {
        if (!stream.signal.aborted) request.log.error({ err: error }, 'an event stream broke off')
      } finally {
        stream.end()
      }
    },
  }
}

/** Choice: a limit on streams per key, answered as every rate limit, so that clients slow down. */
function openStream(
  streams: Set<Stream>,
  clock: Clock,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Stream {
  const key = request.caller.keyId
  if ([...streams].filter((other) => other.key === key).length >= streamsPerKey) {
    throw new ApiError('rate_limited', `A key may have ${streamsPerKey} streams open at once.`, {
      headers: { 'retry-after': '30' },
    })
  }
  const { raw } = reply
  const controller = new AbortController()
  const bell = createBell()
  const stopBeating = beat(clock, reply, bell.ring)
  const leave = () => {
    stopBeating()
    streams.delete(stream)
    controller.abort()
    bell.ring()
  }
  const end = () => {
    leave()
    reply.sse.close()
  }
  const stream = { reply, key, end, signal: controller.signal, wake: bell.ring, pause: bell.rung }
  raw.once('close', leave)
  streams.add(stream)
  return stream
}

/** A comment every 15 s tells both sides that the other is there; the same beat finds the stalled. */
function beat(clock: Clock, { raw }: FastifyReply, ring: () => void): () => void {
  let stalled = 0
  let cancel = () => {}
  const arm = () => {
    cancel = clock.at(plusMs(clock.now(), heartbeatMs), () => {
      stalled = raw.writableNeedDrain ? stalled + 1 : 0
      if (stalled >= stalledBeats) return void raw.destroy()
      if (stalled === 0 && raw.headersSent) raw.write(': still here\n\n')
      ring()
      arm()
    })
  }
  arm()
  return () => cancel()
}

/** Rung while nobody listens, it is heard at once by the next who does. */
function createBell() {
  let isRung = false
  let listener = () => {}
  return {
    ring: () => {
      isRung = true
      listener()
    },
    rung: async () => {
      if (!isRung) await new Promise<void>((resolve) => (listener = resolve))
      isRung = false
    },
  }
}

async function* toMessages(
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
): AsyncGenerator<SSEMessage> {
  for await (const message of messages) {
    if (signal.aborted) return
    // The plugin's type asks for `data`; without it a block only sets the id and the pause.
    yield { data: undefined, ...message }
  }
}

/**
 * Choice: the readers of a process that ends come back within these seconds, each at a moment of its own, so that
 * the next process does not get them all at once.
 */
const reconnectMs = (): number => Math.round(second + Math.random() * 4 * second)

/** Ends the answer as a whole one; resolves once it has left this process or the reader is gone. */
async function finish({ reply: { raw }, end }: Stream): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  raw.once('finish', resolve)
  raw.once('close', resolve)
  if (raw.headersSent) raw.write(`retry: ${reconnectMs()}\n\n`)
  end()
  await promise
}
