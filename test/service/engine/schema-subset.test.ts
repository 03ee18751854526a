import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { compileSchema } from '../../../service/engine/check-result.ts'
import { planFor } from '../../../service/engine/grammar-schema.ts'
import { checkSchema } from '../../../service/engine/schema-subset.ts'
import { perChange } from '../../support/nightly.ts'
import { hostileSchemas } from './hostile-schemas.ts'

/** Time this thread has worked: a busy machine makes the wall clock say anything. */
function spentMs(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

describe('a schema that cannot be held to is refused with its place', () => {
  test('there are at least sixty of them', () => {
    expect(hostileSchemas.length).toBeGreaterThanOrEqual(60)
  })

  test.each(hostileSchemas)('$name', ({ schema, pointer }) => {
    const started = process.threadCpuUsage()
    const refusal = checkSchema(schema)
    expect(spentMs(started)).toBeLessThan(perChange(500, 50))
    expect(refusal?.pointer).toBe(pointer)
    expect(refusal?.message.length).toBeGreaterThan(10)
  })
})

const accepted = {
  'the example of the specification': {
    type: 'object',
    properties: {
      summary: { type: 'string' },
      sentiment: { type: 'string', enum: ['positive', 'neutral', 'negative'] },
      key_topics: { type: 'array', items: { type: 'string' }, maxItems: 8, uniqueItems: true },
      deal_probability: { type: 'number', minimum: 0, maximum: 1 },
      objections: { type: 'array', items: { $ref: '#/$defs/objection' } },
    },
    required: ['summary'],
    additionalProperties: false,
    $defs: {
      objection: { type: 'object', properties: { topic: { type: 'string' } }, required: ['topic'] },
    },
  },
  'type lists, nullable, anyOf, formats': {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      a: { type: ['string', 'null'], maxLength: 1000 },
      b: { type: 'integer', nullable: true, minimum: 1, maximum: 5 },
      c: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      d: { oneOf: [{ const: 'none' }, { type: 'object', properties: { x: {} } }] },
      toString: { description: 'a name like any other' },
    },
  },
  'eight levels': {
    type: 'object',
    properties: { a: { items: { items: { items: { items: { items: { items: {} } } } } } } },
  },
}

test.each(Object.entries(accepted))('%s is accepted', (_name, schema) => {
  expect(checkSchema(schema)).toBeNull()
})

test('a refused schema never costs more than 50 ms and an accepted one compiles and plans', () => {
  const keywords = [
    'type',
    'properties',
    'items',
    'anyOf',
    '$ref',
    'enum',
    'minItems',
    'const',
    'x',
  ]
  const tree = fc.letrec((tie) => ({
    schema: fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      fc.constantFrom(
        'object',
        'array',
        'string',
        'number',
        '#/$defs/a',
        '#',
        0,
        5,
        -1,
        null,
        true,
      ),
      tie('schema'),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  }))
  const root = fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.string({ maxLength: 12 }), tree.schema, { maxKeys: 5 }),
    $defs: fc.record({ a: tree.schema }),
  })
  fc.assert(
    fc.property(root, (schema) => {
      const started = process.threadCpuUsage()
      const refusal = checkSchema(schema)
      expect(spentMs(started)).toBeLessThan(50)
      if (refusal) return
      expect(compileSchema(schema)).toBeTypeOf('function')
      expect(planFor(schema).kind).toBe('object')
    }),
    { numRuns: 1500 },
  )
})
