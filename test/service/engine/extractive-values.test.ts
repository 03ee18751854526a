/** Values that are not lists of what was said: numbers, dates, moods, and what nobody can know. */
import { expect, test } from 'vitest'

import type { JsonSchema } from '../../../service/engine/engine.ts'
import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { salesCall, supportCall, toSegments } from './calls.ts'

const writer = createExtractive()

type Talk = { segments?: ReturnType<typeof toSegments>; language?: string; resultLanguage?: string }

function ask(properties: Record<string, JsonSchema>, talk: Talk = {}) {
  const { segments = salesCall, language = 'en', ...rest } = talk
  const schema = { type: 'object', properties, required: Object.keys(properties) }
  return writer.write(
    { instructions: '', segments, language, recordedOn: '2026-03-03', schema, ...rest },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
}

const texts = { type: 'array', items: { type: 'string' } }

test('a probability that nobody can know is null, or the middle where a number must be', async () => {
  const nullable = await ask({ deal_probability: { type: ['number', 'null'] } })
  expect(nullable.result).toEqual({ deal_probability: null })
  const forced = await ask({
    deal_probability: { type: 'number', minimum: 0, maximum: 1 },
    rating: { type: 'integer', minimum: 1, maximum: 10 },
    broken_promises: { type: 'integer' },
  })
  expect(forced.result).toEqual({ deal_probability: 0.5, rating: 5, broken_promises: 0 })
  expect(forced.evidence).toEqual({})
  expect(forced.confidenceScore).toBe(0)
})

test('prices and other amounts are told as they were said', async () => {
  const { result, evidence } = await ask({ prices: texts })
  expect(result['prices']).toContain('Forty dollars per seat')
  expect(evidence['/prices/0']?.length).toBeGreaterThan(0)
})

test('a thing that only its name tells is quoted where it was spoken of, else null', async () => {
  const maybe = { type: ['string', 'null'] }
  const { result, evidence } = await ask({ volume_discount: maybe, extended_warranty: maybe })
  expect(result['volume_discount']).toMatch(/volume discount above fifty seats/u)
  expect(evidence['/volume_discount']).toHaveLength(1)
  expect(result['extended_warranty']).toBeNull()
})

test('a date is a day where the words fix one, and null where they do not', async () => {
  const due = { type: ['string', 'null'], format: 'date' }
  const item = { type: 'object', properties: { task: { type: 'string' }, due } }
  const lines = "A: I'll send the report on Friday.\nB: And I'll order the paper in July."
  const { result } = await ask(
    { action_items: { type: 'array', items: { ...item, required: ['task', 'due'] } } },
    { segments: toSegments(lines) },
  )
  expect(result['action_items']).toMatchObject([{ due: '2026-03-06' }, { due: null }])
})

test('what was tried and what solved it', async () => {
  const lines =
    "A: I've restarted the router twice and it still blinks.\n" +
    'B: Okay, I reset the line from here. Is it better?\nA: Yes, it is working now.'
  const { result } = await ask(
    { steps_taken: texts, resolution: { type: ['string', 'null'] } },
    { segments: toSegments(lines) },
  )
  expect(result).toEqual({
    steps_taken: [
      "I've restarted the router twice and it still blinks.",
      'I reset the line from here.',
    ],
    resolution: 'It is working now.',
  })
})

test('each speaker has a mood of their own', async () => {
  const properties = { name: { type: 'string' }, sentiment: { type: 'string' } }
  const speakers = { type: 'array', items: { type: 'object', properties } }
  const lines =
    'A: I love it, this is wonderful, great work.\nB: This is terrible, I hate these awful delays.'
  const { result } = await ask({ participants: speakers }, { segments: toSegments(lines) })
  expect(result['participants']).toEqual([
    { name: 'A', sentiment: 'positive' },
    { name: 'B', sentiment: 'negative' },
  ])
})

test('words that were said are no answer in another language', async () => {
  const wanted = { key_topics: texts, sentiment: { type: 'string' }, participants: texts }
  const own = await ask(wanted, { resultLanguage: 'en' })
  expect(own.needsLanguageModel).toEqual([])
  const other = await ask(wanted, { resultLanguage: 'de' })
  expect(other.needsLanguageModel).toEqual(['/key_topics', '/sentiment'])
  expect(other.result).toEqual({ key_topics: [], sentiment: '', participants: ['Dana', 'Marcus'] })
})

test('a summary has neither greetings nor thanks, and no more characters than allowed', async () => {
  for (const segments of [salesCall, supportCall]) {
    const { result } = await ask({ summary: { type: 'string', maxLength: 300 } }, { segments })
    expect(String(result['summary'])).not.toMatch(/\b(?:hi|hello|thank you|bye|how are you)\b/iu)
    expect(String(result['summary']).length).toBeLessThanOrEqual(300)
    expect(String(result['summary']).length).toBeGreaterThan(60)
  }
})

test('voices that were not told apart still give tasks and answers', async () => {
  const lines =
    'Speaker 1: How long will it take?\nSpeaker 1: About two days.\n' +
    "Speaker 1: I'll send the plan to Jo tomorrow.\nSpeaker 1: Who pays for it?\n" +
    "Speaker 1: I don't know yet."
  const { result } = await ask(
    { action_items: texts, open_questions: texts },
    { segments: toSegments(lines) },
  )
  expect(result).toEqual({
    action_items: ["I'll send the plan to Jo tomorrow."],
    open_questions: ['Who pays for it?'],
  })
})

test('a greeting is no topic, in German neither', async () => {
  const segments = toSegments(`
A: Guten Tag, guten Tag. Das Angebot ist da, und das Angebot gilt bis Mai.
B: Guten Tag. Dann prüfen wir das Angebot.`)
  const { result } = await ask({ key_topics: texts }, { segments, language: 'de' })
  expect(result['key_topics']).toEqual(['Angebot'])
})
