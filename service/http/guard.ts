import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { ApiError, errors } from '../core/errors.ts'
import { asksFor, findNamedOrigins, type MayUploadFrom } from './named-origins.ts'
import type { App } from './server.ts'
import type { TokenBuckets } from './token-buckets.ts'

/**
 * Where the service answers on this machine, the desktop app's own page, if a shell started us, and the
 * origin that a proxy shows to other machines, if there is a public listener.
 */
export type Origins = {
  port: () => string
  appOrigin: string | null
  publicOrigin?: string | null
  /** Which pages of other sites may upload, and what counts how often that is asked; none where it is left out. */
  named?: { mayUploadFrom: MayUploadFrom; buckets: TokenBuckets }
}

/**
 * Refuses every request that a foreign web page or a rebound name could have made, before authentication
 * and before the body is read (reliability.md L-2, L-3). The page of the desktop app is the one that may
 * call from another origin, and only that exact one. Each listener knows its own names alone.
 */
export function guardOrigin(
  app: App,
  { port, appOrigin, publicOrigin = null, named }: Origins,
): void {
  const namedOriginOf = named ? findNamedOrigins(app, named) : () => null
  const publicOrigins = publicOrigin === null ? [] : [publicOrigin]
  app.addHook('onRequest', async (request, reply) => {
    const { isPublic } = request
    const own = isPublic
      ? publicOrigins
      : [`http://127.0.0.1:${port()}`, `http://localhost:${port()}`]
    const { host, origin } = request.headers
    requireOneHost(request.raw)
    const site = request.headers['sec-fetch-site']
    const isApp = !isPublic && appOrigin !== null && origin === appOrigin
    const isOwn = origin === undefined || own.includes(origin)
    const namedOrigin = isOwn || isApp ? null : await namedOriginOf(request)
    const isElsewhere = isApp || namedOrigin !== null
    const isForeign =
      host === undefined ||
      !own.some((one) => one.endsWith(`://${host}`)) ||
      !(request.raw.url ?? '').startsWith('/') ||
      countHeader(request.raw.rawHeaders, 'origin') > 1 ||
      !(isOwn || isElsewhere) ||
      !(isOwnSite(site) || (isElsewhere && isOtherSite(site)) || isArrival(request)) ||
      (isPublic && request.routeOptions.config.open === 'proof')
    if (isForeign) {
      const text = isPublic
        ? 'This service is called at its public address, by its own page or with an API key.'
        : 'Only programs on this machine and the app itself may call.'
      throw new ApiError('origin_not_allowed', text)
    }
    if (origin === undefined || !isElsewhere) return undefined
    request.namedOrigin = namedOrigin
    openTo(origin, reply, isApp ? ofTheApp : ofAnUpload)
    return asksFor(request) === null ? undefined : reply.code(204).send()
  })
}

/** `same-site` is said of another port of this machine. */
const isOtherSite = (site: unknown): boolean => site === 'cross-site' || site === 'same-site'

/** Left out by programs, and by browsers of before 2023. */
const isOwnSite = (site: unknown): boolean =>
  site === undefined || site === 'same-origin' || site === 'none'

/** Somebody follows a link to the public page, from a mail in the browser or back from a provider. */
const isArrival = ({ isPublic, method, headers, routeOptions }: FastifyRequest): boolean =>
  isPublic &&
  method === 'GET' &&
  routeOptions.config.open === 'page' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/** RFC 9112, 3.2: without a Host, or with two, a request of HTTP/1.1 is malformed. */
function requireOneHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  const count = countHeader(rawHeaders, 'host')
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return
  throw errors.invalid('Host', 'invalid', 'A request has exactly one Host header.')
}

/** No cookie is taken on loopback, so the stars below stand for all names but that of the key. */
const ofTheApp = { methods: 'GET, HEAD, POST, PUT, PATCH, DELETE' }
const ofAnUpload = { methods: 'POST, PUT' }

function openTo(origin: string, reply: FastifyReply, { methods }: { methods: string }): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'authorization, *',
    'access-control-expose-headers': '*',
    'access-control-max-age': '600',
    vary: 'origin',
  })
}

const countHeader = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
