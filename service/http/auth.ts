import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { ApiError } from '../core/errors.ts'
import { sha256Hex } from '../core/secrets.ts'
import { clientOf } from './client-address.ts'
import type { App } from './server.ts'
import { cookieNames, csrfTokenOf, readCookie, requireOwnPage } from './session-cookie.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** Who holds the key, or the token, of this hash. */
export type FindCaller = (hash: string) => Promise<Caller | null>

/** Sessions of browsers: who holds a token, and the key that CSRF tokens are made with. */
export type Sessions = { find: FindCaller; csrfKey: () => Buffer }

/**
 * Spec: Authentication 1 and 2. The look-ups are passed in, so that this file knows no noun. A cookie counts at
 * the public listener alone, and only where no key is sent.
 */
export function requireKey(
  app: App,
  findCaller: FindCaller,
  buckets: TokenBuckets,
  sessions: Sessions | null = null,
): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', async () => {
    const bare = routes.find(({ config }) => !config?.scope && !config?.open)
    if (bare) throw new Error(`Route ${bare.url} names no scope`)
  })
  const byKey = limitGuesses(findCaller, buckets)
  const bySession = sessions && limitGuesses(sessions.find, buckets)
  const find = async (request: FastifyRequest): Promise<Caller | null> => {
    const { authorization } = request.headers
    const key = /^Bearer +([\w-]{8,200})$/i.exec(authorization ?? '')?.[1]
    if (key !== undefined) {
      const caller = await byKey(key, request)
      // The key of this machine's app never leaves it, so one that comes from elsewhere was stolen.
      return caller?.isSession && request.isPublic ? null : caller
    }
    if (authorization !== undefined || !sessions || !bySession) return null
    const token = readCookie(request, cookieNames.session)
    const caller = token === null ? null : await bySession(token, request)
    if (caller && token !== null) requireOwnPage(request, csrfTokenOf(sessions.csrfKey(), token))
    return caller
  }
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open) return
    const caller = await find(request)
    if (!caller) {
      throw new ApiError(
        'authentication_required',
        'Send a valid API key: Authorization: Bearer <key>.',
        {
          headers: { 'www-authenticate': 'Bearer' },
        },
      )
    }
    requireNamedOrigin(request, caller)
    request.caller = caller
  })
}

/** A page of another site uploads with the key that names its origin, and with no other one. */
function requireNamedOrigin({ namedOrigin }: FastifyRequest, caller: Caller): void {
  if (namedOrigin === null || caller.allowedOrigins?.includes(namedOrigin)) return
  const text = `This API key has not ${namedOrigin} among its allowed_origins: make a publishable key that names it.`
  throw new ApiError('origin_not_allowed', text)
}

/** What the key may call: Spec: Authentication 3 and 4. After the limits, which count refusals too. */
export function requireRights(app: App): void {
  app.addHook('onRequest', async ({ caller, routeOptions }) => {
    const { scope, open, publishable } = routeOptions.config
    if (open) return
    if (caller.keyType === 'publishable') {
      if (publishable) return
      throw new ApiError('insufficient_permissions', 'A publishable key may only upload.')
    }
    if (scope && !caller.scopes.includes(scope)) {
      throw new ApiError('insufficient_permissions', `This API key lacks the ${scope} scope.`)
    }
  })
}

/** All programs of this machine share one address, so they share this limit. */
const guessesPerMinute = 600

/**
 * Whoever tries keys gets so many a minute. Keys that were good a moment ago are looked up beside
 * that, so a guesser locks nobody out. A key sent many times at once is one guess: else a new key's
 * first burst would be refused before its first look-up has shown that it is good.
 */
function limitGuesses(findCaller: FindCaller, buckets: TokenBuckets) {
  const goodHashes = new Set<string>()
  const askedHashes = new Set<string>()
  return async (key: string, request: FastifyRequest): Promise<Caller | null> => {
    const hash = sha256Hex(key)
    if (!goodHashes.has(hash) && !askedHashes.has(hash)) takeGuess(buckets, clientOf(request))
    askedHashes.add(hash)
    // Every request asks for itself: a shared answer could be older than a revocation.
    const caller = await findCaller(hash).finally(() => askedHashes.delete(hash))
    if (caller) goodHashes.add(hash)
    else goodHashes.delete(hash)
    return caller
  }
}

function takeGuess(buckets: TokenBuckets, client: string): void {
  const { isTaken, nextInSeconds } = buckets.take(`guesses of ${client}`, guessesPerMinute)
  if (isTaken) return
  throw new ApiError('rate_limited', 'Too many unknown API keys were sent.', {
    headers: { 'retry-after': String(nextInSeconds) },
  })
}
