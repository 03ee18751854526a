import type { FastifyReply } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { ApiError, errors } from '../core/errors.ts'
import type { App } from './server.ts'

/** Where the service answers, and the desktop app's own page, if a shell started us. */
export type Origins = { port: () => string; appOrigin: string | null }

/**
 * Refuses every request that a web page or a rebound name could have made, before authentication and
 * before the body is read (reliability.md L-2, L-3). The page of the desktop app is the one that may
 * call from another origin, and only that exact one.
 */
export function guardOrigin(app: App, { port, appOrigin }: Origins): void {
  app.addHook('onRequest', async (request, reply) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`]
    const { host, origin } = request.headers
    requireOneHost(request.raw)
    const site = request.headers['sec-fetch-site']
    const isApp = appOrigin !== null && origin === appOrigin
    const sites = ['same-origin', 'none', ...(isApp ? ['cross-site'] : [])]
    const isForeign =
      host === undefined ||
      !hosts.includes(host) ||
      !(request.raw.url ?? '').startsWith('/') ||
      countHeader(request.raw.rawHeaders, 'origin') > 1 ||
      (origin !== undefined && !isApp && !hosts.some((own) => origin === `http://${own}`)) ||
      (site !== undefined && !sites.includes(String(site)))
    if (isForeign) {
      throw new ApiError(
        'origin_not_allowed',
        'Only programs on this machine and the app itself may call.',
      )
    }
    if (!isApp) return undefined
    openTo(appOrigin, reply)
    const isAsking =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    return isAsking ? reply.code(204).send() : undefined
  })
}

/** RFC 9112, 3.2: without a Host, or with two, a request of HTTP/1.1 is malformed. */
function requireOneHost({ httpVersion, rawHeaders }: IncomingMessage): void {
  const count = countHeader(rawHeaders, 'host')
  if (count === 1 || (count === 0 && httpVersion === '1.0')) return
  throw errors.invalid('Host', 'invalid', 'A request has exactly one Host header.')
}

/** There are no cookies here, so the stars below stand for all names but that of the key. */
function openTo(origin: string, reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'authorization, *',
    'access-control-expose-headers': '*',
    'access-control-max-age': '600',
    vary: 'origin',
  })
}

const countHeader = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
