import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import { clientOf } from './client-address.ts'
import type { App } from './server.ts'
import type { TokenBuckets } from './token-buckets.ts'

/** Where an upload goes, as its address says: to a project, or to the place that a signed token names. */
export type UploadPlace = { projectId?: string; token?: string }

/** Whether pages of this origin may upload there. */
export type MayUploadFrom = (origin: string, place: UploadPlace) => Promise<boolean>

/**
 * Finds the pages of other sites that may make a request, or ask beforehand whether they may: those that a key
 * names, at the routes of an upload alone. Resolves to the origin; null where the request is not from such a page.
 */
export function findNamedOrigins(
  app: App,
  { mayUploadFrom, buckets }: { mayUploadFrom: MayUploadFrom; buckets: TokenBuckets },
) {
  const places: { method: string; address: RegExp }[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    if (!config?.crossOrigin) return
    const address = new RegExp(`^${url.replaceAll(/:(\w+)/g, '(?<$1>[\\w.-]+)')}(?:\\?.*)?$`)
    places.push({ method: String(method), address })
  })
  return async (request: FastifyRequest): Promise<string | null> => {
    const { origin } = request.headers
    if (origin === undefined) return null
    const method = asksFor(request) ?? request.method
    const url = request.raw.url ?? ''
    for (const place of places) {
      const found = place.method === method ? place.address.exec(url) : null
      if (!found) continue
      takeLookUp(buckets, clientOf(request))
      return (await mayUploadFrom(origin, found.groups ?? {})) ? origin : null
    }
    return null
  }
}

/** Choice: nobody has shown a key yet, and each takes a look into the database. */
const lookUpsPerMinute = 600

function takeLookUp(buckets: TokenBuckets, client: string): void {
  const { isTaken, nextInSeconds } = buckets.take(`pages of ${client}`, lookUpsPerMinute)
  if (isTaken) return
  throw new ApiError('rate_limited', 'Pages of other sites sent too many requests.', {
    headers: { 'retry-after': String(nextInSeconds) },
  })
}

/** The method that a browser asks for before it sends a request of another site; null for any other request. */
export const asksFor = ({ method, headers }: FastifyRequest): string | null =>
  (method === 'OPTIONS' ? headers['access-control-request-method'] : undefined) ?? null
