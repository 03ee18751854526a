import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Caller } from '../core/caller.ts'
import { errors } from '../core/errors.ts'
import { ok } from './envelope.ts'
import { prefersStream } from './event-stream.ts'
import type { App } from './server.ts'

/** The request header of every POST and PATCH under /v1, for the OpenAPI document. */
export const idempotencyHeader = {
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]{1,255}$',
      description:
        'A name of your choice for this one request, such as a UUID. Sent again within 24 hours ' +
        'with the same body, the request is not done twice: the first answer is given again.',
      // No example: whoever sends the same one with two requests is refused the second.
    }),
  ),
}

/** The response header of every POST and PATCH under /v1, for the OpenAPI document. */
export const replayedHeader = {
  'Idempotent-Replayed': Type.Optional(
    Type.Literal('true', {
      description: 'Sent where this is the answer to an earlier request with the same key',
    }),
  ),
}

export type OnceRequest = {
  keyId: string
  /** Of the member whose key it is: the one part of its right that may change. */
  role: Caller['role']
  method: string
  path: string
  key: string
  body: unknown
}
/** What the first request led to: its whole body, or the data where it was never answered. */
export type Earlier = { status: number; body: string } | { status: number; data: unknown }
/** The right to do the work, which no twin has. */
export type Reservation = {
  /** Runs the handler. What its transaction returns is kept as the data of the answer. */
  during: (fn: () => void, statusOf: (data: unknown) => number) => void
  /** Keeps the answer; null where the request led to nothing and may be sent again. */
  finish: (answer: { status: number; body: string } | null) => Promise<void>
}
/** Throws where a twin is running, or where the key was used for another request or in another role. */
export type BeginOnce = (request: OnceRequest) => Promise<Reservation | Earlier>

declare module 'fastify' {
  interface FastifyRequest {
    reservation: Reservation | null
  }
  interface FastifyContextConfig {
    /** It takes no Idempotency-Key: nothing of its answer may be kept. */
    neverKept?: true
    /** The status of an answer, where its data decide it and not the route alone. */
    statusOf?: (data: never) => number
  }
}

/**
 * Idempotency-Key on every POST and PATCH (api-choices.md 17), as Stripe and the IETF
 * draft 07 do it.
 * Begins after validation: what is refused before the handler began was no attempt.
 */
export function answerOnce(app: App, begin: BeginOnce): void {
  app.decorateRequest('reservation', null)
  app.addHook('preHandler', async (request, reply) => {
    const begun = await reserve(request, begin)
    if (!begun) return
    if (!('during' in begun)) return replay(request, reply, begun)
    request.reservation = begun
  })
  // With a callback, because the handler has to run inside of `during`.
  app.addHook('preHandler', (request, reply, done) => {
    const { statusOf } = request.routeOptions.config
    if (!request.reservation) return done()
    // The route's own function, given the data of the route's own answer.
    const toStatus = (data: unknown) => statusOf?.(data as never) ?? reply.statusCode
    request.reservation.during(done, toStatus)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const { reservation } = request
    if (!reservation) return
    request.reservation = null
    const status = reply.statusCode
    await reservation.finish(retryStatuses.has(status) ? null : { status, body: String(payload) })
  })
}

/**
 * Answers that ask for the same request again, corrected (400, 413, 415) or later (429, 503, 507), are
 * not kept. Every other one of a handler is, refusals and 500 too: same key, same answer.
 */
export const retryStatuses: ReadonlySet<number> = new Set([400, 413, 415, 429, 503, 507])

async function reserve(request: FastifyRequest, begin: BeginOnce) {
  const { method, url, body, caller, headers, routeOptions } = request
  // What comes piece by piece is not kept either.
  if (routeOptions.config.neverKept || prefersStream(headers.accept)) return null
  const key = headers['idempotency-key']
  if (key === undefined || !caller || !['POST', 'PATCH'].includes(method)) return null
  if (typeof key !== 'string' || !/^[!-~]{1,255}$/.test(key)) {
    const text = 'Idempotency-Key must be 1 to 255 visible ASCII characters.'
    throw errors.invalid('Idempotency-Key', 'invalid', text)
  }
  // No POST or PATCH of ours has a query, and an unknown parameter does not make another request.
  const [path = ''] = url.split('?')
  return begin({ keyId: caller.keyId, role: caller.role, method, path, key, body })
}

function replay(request: FastifyRequest, reply: FastifyReply, earlier: Earlier): FastifyReply {
  reply.code(earlier.status).header('idempotent-replayed', 'true')
  return 'data' in earlier
    ? reply.send(ok(request, earlier.data))
    : reply.header('content-type', 'application/json; charset=utf-8').send(earlier.body)
}
