/** What the built-in analyser says it cannot tell. */
import { expect, test } from 'vitest'

import type { JsonSchema } from '../../../service/engine/engine.ts'
import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { askedRole } from '../../../service/engine/extractive/asked-role.ts'
import { defaultOutputSchema } from '../../../service/features/prompts/system-prompts.ts'
import { salesCall, toSegments } from './calls.ts'

const writer = createExtractive()
const options = { signal: new AbortController().signal, onProgress: () => {} }
const write = (schema: JsonSchema, { instructions = '', language = 'en', segments = salesCall }) =>
  writer.write({ instructions, segments, language, schema }, options)
const ask = (properties: Record<string, JsonSchema>) =>
  write({ type: 'object', properties, required: Object.keys(properties) }, {})

const text = { type: 'string' }
const texts = { type: 'array', items: text }

test('a free question in a prompt without a schema', async () => {
  for (const instructions of [
    'What did the customer think of our competitor?\n\n{{transcript}}',
    'Write a poem. {{transcript}}',
    'Summarise what was said about the price.\n{{transcript}}',
  ]) {
    const { result, needsLanguageModel } = await write(defaultOutputSchema, { instructions })
    expect(result, instructions).toEqual({ summary: '', key_points: [] })
    expect(needsLanguageModel).toEqual(['/summary', '/key_points'])
  }
  const plain = await write(defaultOutputSchema, { instructions: 'Summarise it: {{transcript}}' })
  expect(plain.needsLanguageModel).toEqual([])
  expect(plain.result['summary']).not.toBe('')
})

test.each([
  ['objections', '', 'objections'],
  ['key_topics', 'The main subjects, a few words each', 'topics'],
  ['customerQuestions', '', 'questions'],
  ['questions_asked', 'What was asked and not answered', 'open_questions'],
  ['next_steps', 'Who does what until when', 'actions'],
  ['verabredet', 'What was agreed', 'decisions'],
  ['decision_maker', '', null],
  ['price_concerns', '', null],
  ['risk_level', 'Low, medium or high', null],
  ['decisions', 'Decisions about the budget', null],
  ['decision', 'Which decision did they regret?', null],
  ['recommended_next_steps', '', null],
  ['questions', 'What to ask next time', null],
])('%s (%s) asks for %s', (name, hint, role) => {
  expect(askedRole(name, hint)).toBe(role)
})

test('what is judged, or a word alone, is not told; each pointer names a field', async () => {
  const { result, needsLanguageModel } = await ask({
    answer: { type: ['string', 'null'] },
    status: { enum: ['resolved', 'escalated', 'open'] },
    deal: { type: 'object', properties: { chance: { type: ['number', 'null'] } } },
    must_say: { type: 'string', minLength: 5 },
    tags: { type: 'array', items: text, minItems: 1 },
    kind: { const: 'call' },
    action_items: {
      type: 'array',
      maxItems: 1,
      items: { type: 'object', properties: { task: text, priority: { enum: ['low', 'high'] } } },
    },
  })
  expect(result).toMatchObject({ answer: null, must_say: 'Needs a language model.', kind: 'call' })
  expect(needsLanguageModel).toEqual([
    '/answer',
    '/status',
    '/deal/chance',
    '/must_say',
    '/action_items/0/priority',
  ])
})

test('what may be left out is named, too', async () => {
  const schema = { type: 'object', properties: { opinion: text, key_topics: texts } }
  const { result, needsLanguageModel } = await write(schema, {})
  expect(result).not.toHaveProperty('opinion')
  expect(needsLanguageModel).toEqual(['/opinion'])
})

test('where nothing is said, no model is asked for', async () => {
  const { needsLanguageModel } = await write(defaultOutputSchema, {
    instructions: 'Why?',
    segments: [],
  })
  expect(needsLanguageModel).toEqual([])
})

test('German: speakers, times and sums are told; tone, tasks and decisions are not', async () => {
  const segments = toSegments(
    'A: Ich schicke den Vertrag am Freitag.\nB: Der Preis von 300 Euro ist uns zu hoch.',
  )
  const properties = {
    participants: texts,
    amounts: texts,
    dates: texts,
    language: text,
    action_items: texts,
    decisions: texts,
    summary: text,
    sentiment: { enum: ['positive', 'neutral', 'negative'] },
  }
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  const { result, needsLanguageModel } = await write(schema, { language: 'de', segments })
  expect(result).toMatchObject({
    participants: ['A', 'B'],
    amounts: ['300 Euro'],
    dates: ['Freitag'],
    language: 'de',
  })
  expect(needsLanguageModel).toEqual(['/action_items', '/decisions', '/summary', '/sentiment'])
})
