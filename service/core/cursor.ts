import { createHash } from 'node:crypto'
import { errors } from './errors.ts'
import { isSameSecret, macBase64Url } from './secrets.ts'

/**
 * Encodes a position in a list as an opaque, signed cursor for clients. `position` is plain JSON;
 * `list` identifies everything the list depends on, such as its filters and the key's projects.
 */
export function signCursor(key: Buffer, position: unknown, list: string): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${mac(key, text, list)}`
}

/**
 * Returns the position passed to `signCursor` (the signature vouches for its shape), or null
 * without a cursor. Throws validation_error if it was not signed with this key for this list
 * (reliability.md A-6).
 */
export function readCursor(key: Buffer, cursor: string | undefined, list: string): unknown {
  if (cursor === undefined) return null
  const [text = '', signature = ''] = cursor.split('.', 2)
  if (cursor !== `${text}.${signature}` || !isSameSecret(signature, mac(key, text, list))) {
    throw errors.invalid('cursor', 'invalid_cursor', 'The cursor is not one of this list.')
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

function mac(key: Buffer, text: string, list: string): string {
  return macBase64Url(key, `${text}.${createHash('sha256').update(list).digest('hex')}`)
}
