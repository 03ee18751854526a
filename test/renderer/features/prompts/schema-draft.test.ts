import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  blankDraft,
  draftWithKind,
  fieldAt,
  isBuildable,
  moved,
  nameFaults,
  newField,
  readRefusal,
  toDraft,
  toSchema,
  type Draft,
} from '../../../../renderer/features/prompts/schema-draft.ts'
import {
  choicesOf,
  descriptionOf,
  hiddenKeywords,
  isNullable,
  kindOf,
  kinds,
  withChoices,
  withDescription,
  withNullable,
  type JsonObject,
} from '../../../../renderer/features/prompts/schema-kinds.ts'

/** Schemas as people write them, with keywords in them that the builder does not know. */
const name = fc.stringMatching(/^[a-z_]{1,8}$/)
const extra = fc.dictionary(
  fc.constantFrom('title', '$comment', 'examples', 'x-own', 'default', 'multipleOf', 'uniqueItems'),
  fc.jsonValue({ maxDepth: 1 }),
  { maxKeys: 2 },
)
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null')
const leaf: fc.Arbitrary<JsonObject> = fc.constantFrom({ type: 'string' }, { type: 'integer' })
const depth = { maxDepth: 2, depthIdentifier: 'schema' }
const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc
    .tuple(
      fc.record(
        {
          type: fc.oneof(type, fc.array(type, { maxLength: 2 })),
          description: fc.string(),
          nullable: fc.boolean(),
          enum: fc.array(fc.oneof(fc.string(), fc.constant(null), fc.integer()), { maxLength: 3 }),
          format: fc.constantFrom('date', 'email', 'time'),
          maxLength: fc.nat(900),
          minimum: fc.integer(),
          maxItems: fc.nat(20),
          properties: fc.dictionary(name, fc.oneof(depth, leaf, tie('node')), { maxKeys: 3 }),
          required: fc.array(name, { maxLength: 3 }),
          additionalProperties: fc.boolean(),
          items: fc.oneof(depth, leaf, tie('node')),
          anyOf: fc.array(fc.oneof(depth, leaf, tie('node')), { maxLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      extra,
    )
    .map(([known, own]): JsonObject => ({ ...own, ...known })),
})).node

test('what goes through the builder unchanged comes out as it was, in the same order', () => {
  fc.assert(
    fc.property(schema, (node) => {
      expect(JSON.stringify(toSchema(toDraft(node)))).toBe(JSON.stringify(node))
    }),
    { numRuns: 200 },
  )
})

test('an edit and its opposite leave the schema as it was; an edit keeps all other keywords', () => {
  fc.assert(
    fc.property(schema, fc.string({ minLength: 1 }), (node, text) => {
      const described = withDescription(node, text)
      expect(descriptionOf(described)).toBe(text)
      expect({ ...described, description: 0 }).toEqual({ ...node, description: 0 })
      expect(withDescription(described, descriptionOf(node))).toEqual(
        descriptionOf(node) === '' ? withDescription(described, '') : node,
      )
    }),
  )
})

test('a field that may be empty says so for every kind, and its words are kept in every change', () => {
  fc.assert(
    fc.property(schema, fc.constantFrom(...kinds), fc.boolean(), (node, kind, isWanted) => {
      const draft = draftWithKind(toDraft({ ...node, 'x-mine': 1, description: 'About' }), kind)
      const changed = withNullable(toSchema(draft), isWanted)
      expect(kindOf(changed)).toBe(kind)
      expect(isNullable(changed)).toBe(isWanted)
      expect(changed).toMatchObject({ 'x-mine': 1, description: 'About' })
    }),
    { numRuns: 200 },
  )
})

test.each([
  [{ type: 'string' }, 'text'],
  [{ type: 'string', maxLength: 600 }, 'long'],
  [{ type: ['integer', 'null'] }, 'whole'],
  [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
  [{ enum: ['a', null] }, 'choice'],
  [{ enum: ['a', 1] }, 'other'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', format: 'email' }, 'other'],
  [{ type: 'array', items: { type: 'string' } }, 'list'],
  [{ type: 'object', properties: {} }, 'group'],
  [{ anyOf: [{ type: 'string' }] }, 'other'],
  [{ type: ['string', 'number'] }, 'other'],
])('%j is a %s', (node, kind) => {
  expect(kindOf(node)).toBe(kind)
})

const promises = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    promises: {
      type: 'array',
      items: {
        type: 'object',
        properties: { who: { type: 'string' }, 'due/by': { type: 'string', format: 'date' } },
        required: ['who'],
      },
      uniqueItems: true,
    },
    price: { type: 'number', multipleOf: 0.5 },
  },
  required: ['price', 'promises'],
}
const fieldsOf = (draft: Draft) => draft.fields ?? []

test('a renamed field stays in its place and stays required; a removed one leaves the list', () => {
  const draft = toDraft(promises)
  const [first, second] = fieldsOf(draft)
  if (!first || !second) throw new Error('Two fields were given.')
  const renamed = toSchema({ ...draft, fields: [{ ...first, name: 'promised' }, second] })
  expect(Object.keys(Object(renamed['properties']))).toEqual(['promised', 'price'])
  expect(renamed['required']).toEqual(['price', 'promised'])
  expect(toSchema({ ...draft, fields: [first] })['required']).toEqual(['promises'])
  const optional = { ...draft, fields: [first, { ...second, isRequired: false }] }
  expect(toSchema(optional)['required']).toEqual(['promises'])
  expect(
    Object.keys(Object(toSchema({ ...draft, fields: moved([first, second], 1, 0) })['properties'])),
  ).toEqual(['price', 'promises'])
})

test('a name that is missing or given twice is told, at any depth', () => {
  const draft = blankDraft()
  const [a, b, c] = [newField('total'), newField('total'), newField('')]
  expect([...nameFaults({ ...draft, fields: [a, b, c] })]).toEqual([
    [b.id, 'twice'],
    [c.id, 'missing'],
  ])
  const inner = { ...newField('list'), draft: { ...toDraft(promises), fields: [a, b] } }
  expect([...nameFaults({ ...draft, fields: [inner] })]).toEqual([[b.id, 'twice']])
})

test('what the service refuses is told at the field that its pointer leads to', () => {
  const draft = toDraft(promises)
  const [first, second] = fieldsOf(draft)
  const inner = first?.draft.item?.fields?.[1]
  const message = 'At /properties/promises/items/properties/due~1by/format: Must be one of date.'
  const { pointer, text } = readRefusal(message)
  expect(text).toBe('Must be one of date.')
  expect(fieldAt(draft, pointer)).toBe(inner?.id)
  expect(fieldAt(draft, '/properties/price/maximum')).toBe(second?.id)
  expect(fieldAt(draft, '/additionalProperties')).toBe(null)
  expect(readRefusal('The schema is larger than 32 KB.')).toEqual({
    pointer: '',
    text: 'The schema is larger than 32 KB.',
  })
})

test('keywords that the builder does not show are named', () => {
  expect(hiddenKeywords(promises.properties.price)).toEqual(['multipleOf'])
  expect(hiddenKeywords(promises.properties.promises)).toEqual(['uniqueItems'])
  expect(hiddenKeywords({ type: 'string', description: 'x', maxLength: 3 })).toEqual([])
})

test('choices keep that the field may be empty', () => {
  const node = withChoices({ type: ['string', 'null'], enum: ['a', null] }, ['a', 'b'])
  expect(node['enum']).toEqual(['a', 'b', null])
  expect(choicesOf(node)).toEqual(['a', 'b'])
})

test('a schema whose root is no group is left to JSON', () => {
  expect(isBuildable(promises)).toBe(true)
  expect(isBuildable({ anyOf: [] })).toBe(false)
  expect(isBuildable({ type: 'object', properties: { a: true } })).toBe(false)
  expect(isBuildable([])).toBe(false)
})
