import { expect, test } from 'vitest'

import { compileSchema } from '../../../service/engine/check-result.ts'
import { planFor } from '../../../service/engine/grammar-schema.ts'
import { plainValue } from '../../../service/engine/writing/plain-value.ts'
import { checkSchema } from '../../../service/engine/schema-subset.ts'

const list = (items: Record<string, unknown>, minItems = 30) => ({
  type: 'array',
  items,
  minItems,
  uniqueItems: true,
})

test.each([
  { a: { type: 'string', minLength: 7, maxLength: 7 }, b: { type: 'boolean' } },
  { a: list({ type: 'string', minLength: 3, maxLength: 3 }) },
  { a: list({ type: 'string', format: 'date' }), b: list({ type: 'string', format: 'uri' }) },
  { a: list({ type: 'string', format: 'time' }), b: list({ type: 'string', format: 'date-time' }) },
  { a: list({ type: 'string', format: 'email' }, 450) },
  { a: list({ enum: ['x', 'y', 'z', 1, null] }, 5) },
  { a: list({ type: ['integer', 'null'], minimum: -900 }) },
  { a: list({ type: 'number', minimum: 0.2, maximum: 0.9 }) },
  { a: list({ type: 'number', multipleOf: 0.5, exclusiveMinimum: 10, maximum: 40 }) },
  { a: list({ type: 'number', exclusiveMaximum: -4 }) },
  { a: list({ type: 'object', properties: { b: { type: 'integer', minimum: 500 } } }) },
  { a: list({ anyOf: [{ type: 'string' }, { type: 'integer' }] }) },
  { a: { type: 'number', minimum: 0.0002, maximum: 0.0003 }, b: { const: 'fixed' } },
])('what nobody wrote conforms all the same (%#)', (properties) => {
  const schema = { type: 'object', properties }
  expect(checkSchema(schema)).toBeNull()
  expect(compileSchema(schema)(plainValue(planFor(schema)))).toBeNull()
})

test('what may be null is null', () => {
  const schema = {
    type: 'object',
    properties: { due: { type: ['string', 'null'], format: 'date' }, risk: { enum: [null, 'a'] } },
  }
  expect(plainValue(planFor(schema))).toEqual({ due: null, risk: null })
})
