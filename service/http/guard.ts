import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

/**
 * Refuses every request that a web page or a rebound name could have made, before authentication and
 * before the body is read (reliability.md L-2, L-3).
 */
export function guardOrigin(app: App, port: () => string): void {
  app.addHook('onRequest', async (request) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`]
    const { host, origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isForeign =
      host === undefined ||
      countHeader(request.raw.rawHeaders, 'host') !== 1 ||
      !hosts.includes(host) ||
      !(request.raw.url ?? '').startsWith('/') ||
      (origin !== undefined && !hosts.some((own) => origin === `http://${own}`)) ||
      (site !== undefined && !['same-origin', 'none'].includes(String(site)))
    if (isForeign) {
      throw new ApiError(
        'origin_not_allowed',
        'Only programs on this machine and the app itself may call.',
      )
    }
  })
}

const countHeader = (rawHeaders: readonly string[], name: string): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === name).length
