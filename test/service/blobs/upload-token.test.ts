import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openAccess, signAccess, type SignedAccess } from '../../../service/blobs/upload-token.ts'
import { newId } from '../../../service/core/ids.ts'

const key = randomBytes(32)
const access: SignedAccess = {
  method: 'PUT',
  contentId: newId('cont'),
  contentType: 'audio/webm;codecs=opus',
  sizeBytes: 123_456,
  expiresAt: new Date('2026-11-21T10:00:00.000Z'),
}

test('a signed address opens to what was signed', () => {
  expect(openAccess(key, 'PUT', signAccess(key, access))).toEqual(access)
  const ofKey = { ...access, keyId: newId('key') }
  expect(openAccess(key, 'PUT', signAccess(key, ofKey))).toEqual(ofKey)
})

test('another method and another key open nothing', () => {
  const token = signAccess(key, access)
  expect(openAccess(key, 'GET', token)).toBeNull()
  expect(openAccess(randomBytes(32), 'PUT', token)).toBeNull()
})

describe('a changed token opens nothing', () => {
  const token = signAccess(key, access)
  const fields = token.split('.')

  test.each(fields.map((_, index) => index))('field %i, in 20 ways and any other', (index) => {
    const field = fields[index] ?? ''
    const mutations = [
      [''],
      Array.from({ length: 19 }, (_, place) => {
        const at = (place * 7) % field.length
        return `${field.slice(0, at)}${field[at] === 'x' ? 'y' : 'x'}${field.slice(at + 1)}`
      }),
      [`${field}0`, `0${field}`, ` ${field}`, `${field}=`, field.slice(1), field.slice(0, -1)],
      [field.toUpperCase(), `${field}.`, `${field}\n`, `+${field}`],
    ]
      .flat()
      .filter((text) => text !== field)
    expect(mutations.length).toBeGreaterThanOrEqual(20)
    for (const text of mutations) {
      const changed = fields.toSpliced(index, 1, text).join('.')
      expect(openAccess(key, 'PUT', changed), changed).toBeNull()
    }
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        fc.pre(text !== field)
        return openAccess(key, 'PUT', fields.toSpliced(index, 1, text).join('.')) === null
      }),
    )
  })

  test('fields swapped, dropped, doubled or padded', () => {
    for (const changed of [
      fields.toReversed().join('.'),
      fields.slice(1).join('.'),
      fields.slice(0, -1).join('.'),
      `${token}.${fields[0]}`,
      `.${token}`,
      '',
      '....',
    ]) {
      expect(openAccess(key, 'PUT', changed), changed).toBeNull()
    }
  })
})

test('two accesses never share a token, whatever their fields', () => {
  const field = fc.record({
    contentType: fc.string({ minLength: 1 }),
    sizeBytes: fc.nat(),
    expiresAt: fc.date({ noInvalidDate: true }),
  })
  fc.assert(
    fc.property(field, field, (left, right) => {
      const tokens = [left, right].map((change) => signAccess(key, { ...access, ...change }))
      return (tokens[0] === tokens[1]) === (JSON.stringify(left) === JSON.stringify(right))
    }),
  )
})
