import { createHash } from 'node:crypto'
import { errors } from './errors.ts'
import { isSameSecret, macBase64Url } from './secrets.ts'

/**
 * The opaque text for a position in a list, as a client gets it. `position` is plain JSON; `list`
 * stands for everything that the list depends on, such as its filters and the key's reach.
 */
export function signCursor(key: Buffer, position: unknown, list: string): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${mac(key, text, list)}`
}

/**
 * The position that `signCursor` got: the signature proves its form. Null where there is no cursor;
 * throws validation_error where it was not made with this key for this list (reliability.md A-6).
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
