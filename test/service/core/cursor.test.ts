import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCursor, signCursor } from '../../../service/core/cursor.ts'
import { ApiError } from '../../../service/core/errors.ts'

const key = randomBytes(32)

test('a cursor gives back its position, and no other text is one', () => {
  const position = fc.tuple(fc.integer(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(position, fc.string(), (at, which) => {
      expect(readCursor(key, signCursor(key, at, which), which)).toEqual(at)
    }),
  )
  const cursor = signCursor(key, [0, 'proj_1'], 'list')
  const changed = fc
    .tuple(fc.nat(cursor.length), fc.nat(2), fc.string({ maxLength: 2 }))
    .map(([at, cut, put]) => cursor.slice(0, at) + put + cursor.slice(at + cut))
    .filter((text) => text !== cursor)
  const opening = (text: string, withKey = key, of = 'list') => {
    try {
      return readCursor(withKey, text, of)
    } catch (error) {
      return error instanceof ApiError ? error.code : error
    }
  }
  fc.assert(
    fc.property(fc.oneof(changed, fc.string()), (text) => {
      expect(opening(text)).toBe('validation_error')
    }),
    { numRuns: 10_000 },
  )
  expect(opening(cursor, randomBytes(32))).toBe('validation_error')
  expect(opening(cursor, key, 'other list')).toBe('validation_error')
})
