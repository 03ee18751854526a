import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { errors } from '../../core/errors.ts'
import { isSameSecret, macBase64Url } from '../../core/secrets.ts'

/**
 * Where a page ended: its last row by relevance, time and id; and what the scores depend on, since a
 * change would shift rows between two pages: the languages that the query was read in, and the oldest
 * recording whose words were weighed (null: all were).
 */
const Place = Type.Object({
  score: Type.Number(),
  created_at: Type.String(),
  id: Type.String(),
  languages: Type.Array(Type.String()),
  oldest: Type.Union([Type.Null(), Type.Object({ created_at: Type.String(), id: Type.String() })]),
})
export type Place = Static<typeof Place>

/** `bound` is everything a cursor may only be used with again: the filters and the caller's reach. */
export function sealPlace(key: Buffer, bound: unknown, place: Place): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url')
  return `${text}.${sign(key, bound, text)}`
}

/** Opens what `sealPlace` made; anything else is a validation_error on `cursor`. */
export function openPlace(key: Buffer, bound: unknown, cursor: string): Place {
  const [text = '', signature = '', ...rest] = cursor.split('.')
  if (rest.length === 0 && isSameSecret(signature, sign(key, bound, text))) {
    const place: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (Value.Check(Place, place)) return place
  }
  throw errors.invalid('cursor', 'invalid_cursor', 'The cursor does not belong to this search.')
}

const sign = (key: Buffer, bound: unknown, text: string): string =>
  macBase64Url(key, JSON.stringify(['search', bound, text])).slice(0, 22)
