/** What the built-in analyser says of a schema beforehand, held to what it does. */
import { expect, test } from 'vitest'
import type { JsonSchema } from '../../../service/engine/engine.ts'
import { answerableFields, answeredOf } from '../../../service/engine/extractive/answerable.ts'
import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { systemPrompts } from '../../../service/features/prompts/system-prompts.ts'
import { salesCall } from './calls.ts'

const options = { signal: new AbortController().signal, onProgress: () => {} }

const told = (
  properties: Record<string, JsonSchema>,
  { instructions = '', language = 'en' } = {},
) =>
  Object.fromEntries(
    answerableFields({ schema: { type: 'object', properties }, instructions, language }).map(
      ({ pointer, answered }) => [pointer.replace('/properties/', ''), answered],
    ),
  )

const text = { type: 'string' }

test.each(
  systemPrompts.flatMap((prompt) =>
    ['en', 'de', 'fr'].map((language) => ({ ...prompt, language })),
  ),
)('$name in $language: what is told of a field is what comes', async (prompt) => {
  const { output_schema: schema, template: instructions, language } = prompt
  const fields = answerableFields({ schema, instructions, language })
  const request = { instructions, segments: salesCall, language, schema }
  const { needsLanguageModel } = await createExtractive().write(request, options)
  const left = new Set(needsLanguageModel.map((pointer) => pointer.split('/')[1]))
  for (const { pointer, answered } of fields) {
    const [, , name, ...inner] = pointer.split('/')
    if (inner.length === 0 && answered !== 'some') {
      expect([name, left.has(name)]).toEqual([name, answered === 'none'])
    }
  }
})

test('fields in lists and groups are told one by one, and the outer one by them', () => {
  const owner = { ...text, description: 'Who does it' }
  const risk = { type: 'string', enum: ['high', 'low'] }
  const items = { type: 'object', properties: { task: text, owner, risk } }
  const inner = 'action_items/items/properties'
  expect(
    told({
      action_items: { type: 'array', items },
      mood: {
        type: 'object',
        properties: { label: { enum: ['positive', 'neutral', 'negative'] } },
      },
    }),
  ).toEqual({
    action_items: 'some',
    ...{ [`${inner}/task`]: 'some', [`${inner}/owner`]: 'some', [`${inner}/risk`]: 'none' },
    ...{ mood: 'some', 'mood/properties/label': 'some' },
  })
})

test('what is only found where it is said in so many words is told as a part', () => {
  expect(told({ budget_owner: text, renewal_date: text, price: { type: 'number' } })).toEqual({
    budget_owner: 'some',
    renewal_date: 'none',
    price: 'none',
  })
})

test('a value that the schema forces and no talk gives leaves all to a language model', () => {
  const email = { type: 'string', format: 'email' }
  const schema = { type: 'object', properties: { summary: text, email }, required: ['email'] }
  const fields = answerableFields({ schema, instructions: '', language: 'en' })
  expect(answeredOf(fields)).toBe('none')
})

test('an answer in a language that is not spoken needs a language model', () => {
  const schema = { type: 'object', properties: { summary: text } }
  const asked = { schema, instructions: '', language: 'en' }
  expect(answeredOf(answerableFields(asked))).toBe('all')
  expect(answeredOf(answerableFields({ ...asked, resultLanguage: 'de' }))).toBe('none')
})
