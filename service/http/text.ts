import { Readable } from 'node:stream'
import { errors } from '../core/errors.ts'
import type { App } from './server.ts'

/** PostgreSQL text holds neither NUL nor half a surrogate pair: refused here, once, for every route. */
export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ params, query, body }) => {
    // No id holds such a character, so there is nothing with this address.
    if (findUnstorable(params, '') !== null) throw errors.notFound('address')
    const field = findUnstorable(query, '') ?? findUnstorable(body, '')
    if (field !== null) {
      throw errors.invalid(field, 'invalid', `${field} holds a character that cannot be stored.`)
    }
  })
}

/** The path of the first such text in a parsed value, or null. */
function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path || 'body'
  // The body of an upload is a stream; it is bytes, not text.
  if (typeof value !== 'object' || value === null || value instanceof Readable) return null
  for (const [key, member] of Object.entries(value)) {
    const here = path ? `${path}.${key}` : key
    const found = isStorable(key) ? findUnstorable(member, here) : path || 'body'
    if (found !== null) return found
  }
  return null
}

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
