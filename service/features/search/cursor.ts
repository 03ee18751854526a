import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { errors } from '../../core/errors.ts'
import { isSameSecret, macBase64Url } from '../../core/secrets.ts'

/**
 * Where a page ended: its last row by relevance, time and id; and what the scores depend on, since a
 * change would shift rows between two pages: the languages that the query was read in, and the oldest
 * recording whose words were weighed (null: all were).
 */
const SearchPosition = Type.Object({
  score: Type.Number(),
  created_at: Type.String(),
  id: Type.String(),
  languages: Type.Array(Type.String()),
  oldest: Type.Union([Type.Null(), Type.Object({ created_at: Type.String(), id: Type.String() })]),
})
export type SearchPosition = Static<typeof SearchPosition>

/** `bound` is everything a cursor may only be used with again: the filters and the caller's reach. */
export function sealPosition(key: Buffer, bound: unknown, position: SearchPosition): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${sign(key, bound, text)}`
}

/** Opens what `sealPosition` made; anything else is a validation_error on `cursor`. */
export function openPosition(key: Buffer, bound: unknown, cursor: string): SearchPosition {
  const [text = '', signature = '', ...rest] = cursor.split('.')
  if (rest.length === 0 && isSameSecret(signature, sign(key, bound, text))) {
    const position: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Value.Check(SearchPosition, position)) return position
  }
  throw errors.invalid('cursor', 'invalid_cursor', 'The cursor does not belong to this search.')
}

const sign = (key: Buffer, bound: unknown, text: string): string =>
  macBase64Url(key, JSON.stringify(['search', bound, text])).slice(0, 22)
