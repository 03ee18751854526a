import type { FastifyRequest } from 'fastify'
import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'

/** An address that routes share, with the methods that they answer. */
type Address = {
  url: string
  pattern: RegExp
  /** How many parts of it are left open. */
  openParts: number
  methods: Set<string>
}

function describeAddress(url: string): Address {
  const source = url
    .replaceAll(/[.$()]/g, '\\$&')
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*')
  const openParts = url.split(/[:*]/).length - 1
  return { url, pattern: new RegExp(`^${source}$`), openParts, methods: new Set() }
}

/**
 * 404, or 405 with the methods of the address; of several that fit, the one named in full. That one
 * also keeps its address from a pattern with the method that it lacks: DELETE /v1/prompts/fields is
 * no question for a prompt called "fields".
 */
export function refuseUnknown(app: App): (request: FastifyRequest) => ApiError {
  const addresses = new Map<string, Address>()
  /** By an address with open parts, those that fit into it and leave fewer open. */
  const narrower = new Map<string, Address[]>()
  app.addHook('onRoute', ({ method, url }) => {
    const address = addresses.get(url) ?? describeAddress(url)
    addresses.set(url, address)
    for (const name of [method].flat()) address.methods.add(name)
  })
  app.addHook('onReady', async () => {
    const all = [...addresses.values()]
    for (const { url, pattern, openParts } of all.filter((address) => address.url.includes(':'))) {
      const within = all.filter((other) => other.openParts < openParts && pattern.test(other.url))
      if (within.length > 0) narrower.set(url, within)
    }
  })
  const refuse = ({ method: requested, url }: FastifyRequest) => {
    const path = toPath(url)
    const fitting = [...addresses.values()].filter(({ pattern }) => pattern.test(path))
    const fewest = Math.min(...fitting.map(({ openParts }) => openParts))
    const closest = fitting.filter(({ openParts }) => openParts === fewest)
    const methods = new Set(closest.flatMap((address) => [...address.methods]))
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
    const within = narrower.get(request.routeOptions.url ?? '')
    if (within?.some(({ pattern }) => pattern.test(toPath(request.url)))) throw refuse(request)
    // `/v1/projects/` is no question for a project without an id.
    const isCutOff = Object.values(request.params ?? {}).includes('')
    if (isCutOff && request.routeOptions.url?.startsWith('/v1/')) {
      const text =
        'No such address: something is missing between its slashes, or leave out the last one.'
      throw new ApiError('not_found', text)
    }
  })
  return refuse
}

const toPath = (url: string) => url.split('?')[0] ?? ''
