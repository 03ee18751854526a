import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../core/errors.ts'
import { minute, plusMs, second, type Clock } from '../core/time.ts'
import { hasBody } from './parse-errors.ts'

/** Choice: a body of JSON has at most 1 MB, and its sender is on this machine. */
const bodyMs = 30 * second
const slowBodyMs = 10 * minute
/** Choice: what was begun has this long to be answered when the service stops (reliability.md J-4). */
const drainMs = second

type Hooks = Pick<FastifyInstance, 'addHook'>

/** A body that stops arriving is 408 and holds no socket, with a key or without (reliability.md L-9). */
export function limitBodies(app: Hooks, clock: Clock): void {
  app.addHook('onRequest', async (request, reply) => {
    const { bytes, isSlow } = request.routeOptions.config
    if (!hasBody(request) || bytes === 'request') return
    const cancel = clock.at(plusMs(clock.now(), isSlow ? slowBodyMs : bodyMs), () =>
      giveUp(request, reply),
    )
    for (const end of ['end', 'close']) request.raw.once(end, cancel)
  })
}

function giveUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Refused before its body was read, as without a key: the sender has its answer.
  if (reply.sent) return void raw.socket.destroy()
  const headers = { connection: 'close' }
  reply.send(new ApiError('request_timeout', 'The body did not arrive in time.', { headers }))
}

/** Whoever's change is committed hears of it before the sockets are cut. Streams end by themselves. */
export function answerBeforeTheEnd(app: Hooks): void {
  const open = new Set<ServerResponse>()
  app.addHook('onRequest', async (_request, { raw }) => {
    open.add(raw)
    raw.once('close', () => open.delete(raw))
  })
  app.addHook('preClose', async () => {
    const ends = [...open]
      .filter((answer) => !isStream(answer))
      .map((answer) => once(answer, 'close'))
    await Promise.race([Promise.all(ends), delay(drainMs)])
  })
}

const isStream = (answer: ServerResponse): boolean =>
  String(answer.getHeader('content-type')).startsWith('text/event-stream')
