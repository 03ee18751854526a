import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sessionIdOf, type Caller } from '../core/caller.ts'
import { ApiError } from '../core/errors.ts'
import { clientOf } from './client-address.ts'
import type { App } from './server.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** The headers of every answer to an authenticated request, for the OpenAPI document. */
export const rateLimitHeaders = {
  'RateLimit-Policy': Type.String({
    description:
      'The limit that counts this request: its name, q requests in w seconds ' +
      '(draft-ietf-httpapi-ratelimit-headers-10)',
    examples: ['"read";q=600;w=60'],
  }),
  RateLimit: Type.String({
    description: 'What is left of it: r requests now; all of them again in t seconds',
    examples: ['"read";r=599;t=1'],
  }),
}

/** The header of answers 429 and 503, for the OpenAPI document. */
export const retryAfterHeader = {
  'Retry-After': Type.Integer({
    minimum: 1,
    description: 'Whole seconds after which the request may be sent again',
    examples: [2],
  }),
}

/** Requests a minute and API key or session; of sign_in, and client (api-choices.md 15, 39). */
const perMinute = {
  ...{ read: 600, write: 120, search: 60, engine: 30, sign_in: 30 },
  // Choice: an admin brings a whole library, and each recording takes several.
  move: 1_200,
} as const

/**
 * Choice: only this machine's owner's own programs hold the session key; its limits end what runs
 * wild, and nothing that a person does.
 */
const sessionFactor = 100

/** Choice: a page asks for many records at once, as its person goes from screen to screen. */
const browserFactor = 10

/**
 * Counts each authenticated request, also one that is then refused, and what anybody elsewhere may try to get
 * in with. `factor` scales every limit.
 */
export function limitRates(app: App, buckets: TokenBuckets, factor: number): void {
  app.addHook('onRequest', async (request, reply) => {
    const { caller } = request
    const name = limitOf(request)
    if (!caller && !(name === 'sign_in' && request.isPublic)) return
    const scale = factor * (caller ? factorOf(caller) : 1)
    const quota = Math.max(1, Math.floor(perMinute[name] * scale))
    const taken = buckets.take(`${caller?.keyId ?? clientOf(request)} ${name}`, quota)
    reply.header('ratelimit-policy', `"${name}";q=${quota};w=60`)
    reply.header('ratelimit', `"${name}";r=${taken.remaining};t=${taken.fullInSeconds}`)
    if (taken.isTaken) return
    throw new ApiError('rate_limited', `More than ${quota} ${name} requests in a minute.`, {
      headers: { 'retry-after': String(taken.nextInSeconds) },
    })
  })
}

function factorOf(caller: Caller): number {
  if (caller.isSession) return sessionFactor
  return sessionIdOf(caller) ? browserFactor : 1
}

function limitOf({ method, routeOptions }: FastifyRequest): keyof typeof perMinute {
  const { rate, scope } = routeOptions.config
  // An address that does not exist has no scope.
  return rate ?? scope ?? (['GET', 'HEAD'].includes(method) ? 'read' : 'write')
}
