import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

type Route = { method: string; url: string; pattern: RegExp }

/** How much of an address a route leaves open. */
const countOpen = (url: string) => url.split(/[:*]/).length

/**
 * 404, or 405 with the methods of the address; of several that fit, the one named in full. That one
 * also keeps its address from a pattern with the method that it lacks: DELETE /v1/prompts/fields is
 * no question for a prompt called "fields".
 */
export function refuseUnknown(app: App): (request: FastifyRequest) => ApiError {
  const routes: Route[] = []
  const named = new Map<string, Route[]>()
  app.addHook('onRoute', ({ method, url }) => {
    const source = url
      .replaceAll(/[.$()]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replaceAll('*', '.*')
    for (const name of [method].flat())
      routes.push({ method: name, url, pattern: new RegExp(`^${source}$`) })
  })
  app.addHook('onReady', async () => {
    for (const { url, pattern } of routes) {
      const within = routes.filter(
        (other) => countOpen(other.url) < countOpen(url) && pattern.test(other.url),
      )
      if (url.includes(':') && within.length > 0) named.set(url, within)
    }
  })
  const refuse = ({ method: requested, url }: FastifyRequest) => {
    const path = toPath(url)
    const fitting = routes.filter(({ pattern }) => pattern.test(path))
    const fewest = Math.min(...fitting.map((route) => countOpen(route.url)))
    const closest = fitting.filter((route) => countOpen(route.url) === fewest)
    const methods = new Set(closest.map(({ method }) => method))
    // A method that fits means a file of the page that does not exist.
    if (methods.size === 0 || methods.has(requested)) {
      return new ApiError('not_found', 'No such address.')
    }
    const allow = [...methods].toSorted().join(', ')
    const text = `This address answers ${allow} only.`
    return new ApiError('method_not_allowed', text, { headers: { allow } })
  }
  // Once the key has its rights, and before the body is read.
  app.addHook('preParsing', async (request) => {
    const within = named.get(request.routeOptions.url ?? '')
    if (within?.some(({ pattern }) => pattern.test(toPath(request.url)))) throw refuse(request)
  })
  return refuse
}

const toPath = (url: string) => url.split('?')[0] ?? ''
