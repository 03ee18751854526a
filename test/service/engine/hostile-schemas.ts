/** Schemas that must be refused up front, each with the pointer that the refusal names. */
import type { JsonSchema } from '../../../service/engine/engine.ts'

type Hostile = { name: string; schema: JsonSchema; pointer: string }

const withA = (a: unknown): JsonSchema => ({ type: 'object', properties: { a } })

/** One level of a property: name, schema of `/properties/a`, pointer below it. */
const inProperty: [string, unknown, string][] = [
  ['pattern', { type: 'string', pattern: '^(a|a)*$' }, '/pattern'],
  ['patternProperties', { type: 'object', patternProperties: { '.*': {} } }, '/patternProperties'],
  ['$data', { type: 'number', minimum: { $data: '1/b' } }, '/minimum'],
  ['allOf', { allOf: [{ type: 'string' }] }, '/allOf'],
  ['not', { not: { type: 'string' } }, '/not'],
  ['if', { if: {}, else: {} }, '/if'],
  ['dependentSchemas', { type: 'object', dependentSchemas: {} }, '/dependentSchemas'],
  ['dependentRequired', { type: 'object', dependentRequired: {} }, '/dependentRequired'],
  ['propertyNames', { type: 'object', propertyNames: {} }, '/propertyNames'],
  ['unevaluatedProperties', { unevaluatedProperties: false }, '/unevaluatedProperties'],
  ['contains', { type: 'array', contains: {} }, '/contains'],
  ['prefixItems', { type: 'array', prefixItems: [{}] }, '/prefixItems'],
  ['items as a list', { type: 'array', items: [{ type: 'string' }] }, '/items'],
  ['$id', { $id: 'x', type: 'string' }, '/$id'],
  ['$anchor', { $anchor: 'x' }, '/$anchor'],
  ['$dynamicRef', { $dynamicRef: '#x' }, '/$dynamicRef'],
  ['remote $ref', { $ref: 'https://example.com/schema.json' }, '/$ref'],
  ['file $ref', { $ref: 'file:///etc/passwd' }, '/$ref'],
  ['$ref to the root', { $ref: '#' }, '/$ref'],
  ['$ref into properties', { $ref: '#/properties/a' }, '/$ref'],
  ['$ref to nothing', { $ref: '#/$defs/none' }, '/$ref'],
  ['$ref to a prototype', { $ref: '#/$defs/toString' }, '/$ref'],
  ['$ref that is a number', { $ref: 5 }, '/$ref'],
  ['$ref beside a type', { $ref: '#/$defs/x', type: 'string' }, '/type'],
  ['$defs below the root', { type: 'object', $defs: {} }, '/$defs'],
  ['definitions', { type: 'object', definitions: {} }, '/definitions'],
  ['anyOf beside a type', { type: 'string', anyOf: [{}] }, '/type'],
  ['empty anyOf', { anyOf: [] }, '/anyOf'],
  ['anyOf as an object', { anyOf: {} }, '/anyOf'],
  ['too many choices', { oneOf: Array.from({ length: 21 }, () => ({})) }, '/oneOf'],
  ['choice that is true', { oneOf: [true] }, '/oneOf/0'],
  ['unknown type', { type: 'text' }, '/type'],
  ['type null itself', { type: null }, '/type'],
  ['empty type list', { type: [] }, '/type'],
  ['doubled type', { type: ['string', 'string'] }, '/type'],
  ['nullable without type', { nullable: true }, '/nullable'],
  ['nullable as text', { type: 'string', nullable: 'yes' }, '/nullable'],
  ['empty enum', { enum: [] }, '/enum'],
  ['enum as an object', { enum: { a: 1 } }, '/enum'],
  ['enum of objects', { enum: [{ a: 1 }] }, '/enum'],
  ['const of a list', { const: [1] }, '/const'],
  ['enum against its type', { type: 'number', enum: ['a'] }, '/enum'],
  ['enum beside a length', { type: 'string', enum: ['a'], minLength: 3 }, '/minLength'],
  ['enum beside const', { const: 'a', enum: ['a'] }, '/enum'],
  ['201 enum values', { enum: Array.from({ length: 201 }, (_, index) => index) }, ''],
  ['a very long enum value', { enum: ['x'.repeat(1001)] }, '/enum'],
  ['maxLength 1001', { type: 'string', maxLength: 1001 }, '/maxLength'],
  ['maxItems of a million', { type: 'array', maxItems: 1e6 }, '/maxItems'],
  ['negative minLength', { type: 'string', minLength: -1 }, '/minLength'],
  ['fractional minItems', { type: 'array', minItems: 1.5 }, '/minItems'],
  ['minItems as text', { type: 'array', minItems: '3' }, '/minItems'],
  ['min above max', { type: 'string', minLength: 5, maxLength: 4 }, '/minLength'],
  ['maxLength on a number', { type: 'number', maxLength: 5 }, '/maxLength'],
  ['minimum on a string', { type: 'string', minimum: 5 }, '/minimum'],
  ['impossible range', { type: 'number', minimum: 2, maximum: 1 }, '/minimum'],
  ['no integer inside', { type: 'integer', minimum: 0.2, maximum: 0.8 }, '/minimum'],
  ['no multiple inside', { type: 'number', minimum: 1, maximum: 2, multipleOf: 5 }, '/minimum'],
  ['multipleOf 0', { type: 'number', multipleOf: 0 }, '/multipleOf'],
  ['unknown format', { type: 'string', format: 'regex' }, '/format'],
  ['format beside a length', { type: 'string', format: 'date', minLength: 99 }, '/format'],
  ['uniqueItems as text', { type: 'array', uniqueItems: 'yes' }, '/uniqueItems'],
  ['required of nothing', { type: 'object', properties: {}, required: ['b'] }, '/required'],
  ['required as text', { type: 'object', required: 'b' }, '/required'],
  ['minProperties', { type: 'object', minProperties: 2 }, '/minProperties'],
  ['maxProperties', withMaxProperties(), '/maxProperties'],
  ['additionalProperties 3', { type: 'object', additionalProperties: 3 }, '/additionalProperties'],
  ['properties as a list', { type: 'object', properties: [] }, '/properties'],
  ['a schema that is true', true, ''],
  ['a schema that is null', null, ''],
  ['a schema that is a list', [], ''],
  ['description as an object', { type: 'string', description: {} }, '/description'],
  ['unknown keyword', { type: 'string', toString: 1 }, '/toString'],
]

function withMaxProperties(): unknown {
  return { type: 'object', properties: { b: {}, c: {} }, maxProperties: 1 }
}

/** `count` levels of the same wrapper around a string. */
function nested(count: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: 'string' }
  for (let index = 0; index < count; index += 1) schema = wrap(schema)
  return schema
}

const manyNames = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`p${index}`, {}]))
const arrayOf = (items: unknown) => ({ type: 'array', items, minItems: 1000 })
const fanOut = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `d${index}`,
    {
      type: 'object',
      properties: { x: { $ref: `#/$defs/d${index + 1}` }, y: { $ref: `#/$defs/d${index + 1}` } },
    },
  ]),
)

const whole: Hostile[] = [
  { name: 'a root that is a list', schema: { type: 'array' }, pointer: '/type' },
  { name: 'a root without type', schema: { properties: {} }, pointer: '/type' },
  {
    name: 'a root that may be null',
    schema: { type: 'object', nullable: true },
    pointer: '/nullable',
  },
  { name: 'a root with $ref', schema: { type: 'object', $ref: '#/$defs/a' }, pointer: '/$ref' },
  { name: 'another dialect', schema: { type: 'object', $schema: 'x:y' }, pointer: '/$schema' },
  { name: '$async', schema: { type: 'object', $async: true }, pointer: '/$async' },
  { name: '$defs as a list', schema: { type: 'object', $defs: [] }, pointer: '/$defs' },
  {
    name: 'a definition that contains itself',
    schema: { ...withA({ $ref: '#/$defs/x' }), $defs: { x: arrayOf({ $ref: '#/$defs/x' }) } },
    pointer: '/$defs/x/items/$ref',
  },
  {
    name: 'a cycle over two unused definitions',
    schema: { type: 'object', $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } },
    pointer: '/$defs/y/$ref',
  },
  {
    name: 'definitions that double thirty times',
    schema: { ...withA({ $ref: '#/$defs/d0' }), $defs: { ...fanOut, d30: { type: 'string' } } },
    pointer: '/$defs/d26',
  },
  { name: '101 properties', schema: { type: 'object', properties: manyNames }, pointer: '' },
  {
    name: 'bounds that multiply',
    schema: withA(nested(3, arrayOf)),
    pointer: '/properties/a/items/items',
  },
  { name: 'nine levels', schema: withA(nested(7, (items) => ({ items }))), pointer: '' },
  {
    name: 'ten thousand levels',
    schema: withA(nested(10_000, (items) => ({ items }))),
    pointer: '',
  },
  {
    name: 'a long description',
    schema: { type: 'object', description: 'x'.repeat(33_000) },
    pointer: '',
  },
  {
    name: 'many bytes in few letters',
    schema: { type: 'object', description: '語'.repeat(11_000) },
    pointer: '',
  },
  {
    name: 'a list of a million',
    schema: withA({ enum: Array.from({ length: 1e6 }, () => 0) }),
    pointer: '',
  },
  ...['__proto__', 'constructor', 'prototype'].map((name) => ({
    name: `a property named ${name}`,
    // Parsed, because in a literal __proto__ would set the prototype.
    schema: JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}}}`),
    pointer: `/properties/${name}`,
  })),
]

export const hostileSchemas: Hostile[] = [
  ...whole,
  ...inProperty.map(([name, schema, below]) => ({
    name,
    schema: withA(schema),
    pointer: `/properties/a${below}`,
  })),
]
