import { Readable } from 'node:stream'
import { errors } from '../core/errors.ts'
import { isStorable } from '../core/storable.ts'
import type { App } from './server.ts'

/** Text that cannot be stored is refused here, once, for every route. */
export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    // No id holds such a character, so there is nothing with this address.
    if (findUnstorable(params, '') !== null) throw errors.notFound('address')
    requireStorable(query)
    requireStorable(body)
  })
}

/** The same of a value that is parsed later. */
export function requireStorable(value: unknown): void {
  const field = findUnstorable(value, '')
  if (field === null) return
  throw errors.invalid(field, 'invalid', `${field} holds a character that cannot be stored.`)
}

/** Choice: no body of ours is nested half as deep, and what walks through one must come to an end. */
const maxDepth = 100

/** The path of the first such text in a parsed value, or null. */
function findUnstorable(value: unknown, path: string, depth = 0): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path || 'body'
  // The body of an upload is a stream; it is bytes, not text.
  if (typeof value !== 'object' || value === null || value instanceof Readable) return null
  if (depth > maxDepth) {
    const field = path.split('.')[0] ?? 'body'
    throw errors.invalid(field, 'too_deep', `${field} is nested deeper than ${maxDepth} levels.`)
  }
  for (const [key, member] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    const found = isStorable(key) ? findUnstorable(member, here, depth + 1) : path || 'body'
    if (found !== null) return found
  }
  return null
}
