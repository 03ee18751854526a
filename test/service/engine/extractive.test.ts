import { existsSync, readFileSync } from 'node:fs'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { compileSchema } from '../../../service/engine/check-result.ts'
import type { JsonSchema, WriterSegment } from '../../../service/engine/engine.ts'
import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { salesCall, spanishCall, supportCall, teamMeeting, toSegments } from './calls.ts'

const writer = createExtractive()

const texts = { type: 'array', items: { type: 'string' } }
const analysis: JsonSchema = {
  type: 'object',
  properties: {
    summary: { type: 'string', maxLength: 500 },
    sentiment: { type: 'string', enum: ['positive', 'neutral', 'negative'] },
    key_topics: { ...texts, maxItems: 6 },
    action_items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          task: { type: 'string' },
          owner: { type: ['string', 'null'] },
          due: { type: ['string', 'null'] },
        },
        required: ['task', 'owner', 'due'],
      },
    },
    objections: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          concern: { type: 'string' },
          response: { type: 'string' },
        },
      },
    },
    open_questions: texts,
    decisions: texts,
    deal_probability: { type: ['number', 'null'] },
    question_count: { type: 'integer' },
  },
  required: ['summary', 'sentiment', 'key_topics', 'action_items', 'deal_probability'],
  additionalProperties: false,
}

type Analysis = {
  summary: string
  sentiment: string
  key_topics: string[]
  action_items: { task: string; owner: string | null; due: string | null }[]
  objections: { topic: string; concern: string; response?: string }[]
  open_questions: string[]
  decisions: string[]
  deal_probability: number | null
}

function write(segments: WriterSegment[], schema: JsonSchema, language = 'en') {
  const options = { signal: new AbortController().signal, onProgress: () => {} }
  return writer.write({ instructions: '', segments, language, schema }, options)
}

async function analyse(segments: WriterSegment[], language = 'en') {
  const writing = await write(segments, analysis, language)
  // ajv has checked the result against the schema that this type mirrors.
  return { ...writing, result: writing.result as Analysis }
}

const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/gu, ' ')
const saidIn = (segments: WriterSegment[]) => plain(segments.map(({ text }) => text).join(' '))

/** Every text in a value, owners aside: those are names from the segments, not words said. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['owner', 'sentiment'].includes(key) ? [] : [value]
  if (Array.isArray(value)) return value.flatMap((inner) => textsOf(inner, key))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, name))
}

/** A text without the names of its speakers and the marks of what is left out, by sentences. */
const quotesIn = (text: string) =>
  text
    .split(/(?<=[.?!。？]) |(?:^| )(?=\p{Lu}\p{L}*: )/u)
    .map((part) => part.replaceAll(/^\p{Lu}\p{L}*: |… | …/gu, ''))

const calls = [
  {
    name: 'sales call',
    segments: salesCall,
    actions: [
      /check with our speech team/u,
      /send you the volume pricing/u,
      /talk to our legal team/u,
      /technical demo/u,
    ],
    topics: [/legal team/u, /pricing/u],
  },
  {
    name: 'support call',
    segments: supportCall,
    actions: [
      /open a ticket/u,
      /credit of fifteen dollars/u,
      /email you the ticket/u,
      /restart the router/u,
    ],
    topics: [/firmware/u, /router/u],
  },
  {
    name: 'team meeting',
    segments: teamMeeting,
    actions: [
      /fix the payment crash/u,
      /call the agency/u,
      /update the release notes/u,
      /rollback plan/u,
      /ask finance/u,
    ],
    topics: [/mobile app/u, /payment/u],
  },
]

describe.each(calls)('$name', ({ segments, actions, topics }) => {
  test('the action items are found, and little else', async () => {
    const tasks = (await analyse(segments)).result.action_items.map(({ task }) => task)
    for (const action of actions) expect(tasks.join('\n')).toMatch(action)
    expect(tasks.length).toBeLessThanOrEqual(actions.length + 1)
  })

  test('every sentence was said', async () => {
    const { result } = await analyse(segments)
    const said = saidIn(segments)
    for (const text of textsOf(result)) {
      for (const part of quotesIn(text)) expect(said).toContain(plain(part))
    }
  })

  test('the topics are what it was about', async () => {
    const { result } = await analyse(segments)
    for (const topic of topics) expect(result.key_topics.join('\n')).toMatch(topic)
    expect(new Set(result.key_topics).size).toBe(result.key_topics.length)
  })

  test('evidence names segments that carry the words', async () => {
    const { result, evidence, confidenceScore } = await analyse(segments)
    for (const [index, { task }] of result.action_items.entries()) {
      const ids = evidence[`/action_items/${index}/task`] ?? []
      const from = saidIn(segments.filter(({ id }) => ids.includes(id)))
      expect(from).toContain(plain(task))
    }
    expect(confidenceScore).toBeGreaterThan(90)
  })

  test('the same twice', async () => {
    expect(await analyse(segments)).toEqual(await analyse(segments))
  })
})

test('who does it by when, what was objected and answered, what stayed open', async () => {
  const sales = (await analyse(salesCall)).result
  expect(sales.action_items).toContainEqual({
    task: "I'll check with our speech team and get back to you by Thursday.",
    owner: 'Dana',
    due: 'Thursday',
  })
  const price = sales.objections.find(({ concern }) => /too expensive/u.test(concern))
  expect(price?.response).toMatch(/volume discount/u)
  expect(sales.open_questions).toEqual(['What about Spanish?'])
  const meeting = (await analyse(teamMeeting)).result
  expect(meeting.decisions).toContain('Then we decided to release the mobile app on Monday.')
  expect(meeting.open_questions).toEqual(['What is the budget for the launch campaign?'])
  expect(meeting.action_items.find(({ task }) => /call the agency/u.test(task))?.owner).toBe(
    'Aisha',
  )
})

test('what nobody said is null where the schema allows it', async () => {
  expect((await analyse(salesCall)).result.deal_probability).toBeNull()
})

async function mood(lines: string): Promise<string> {
  return (await analyse(toSegments(lines))).result.sentiment
}

test('the mood is told with a margin', async () => {
  expect(
    await mood('A: This is terrible. I hate the awful delays.\nB: I am very angry and sad.'),
  ).toBe('negative')
  expect(
    await mood('A: I love it, this is wonderful.\nB: Great, I am so happy with the result.'),
  ).toBe('positive')
  expect(await mood('A: The report has nine pages.\nB: The meeting is on Monday at ten.')).toBe(
    'neutral',
  )
})

test('Spanish: no guess at anything that was not measured', async () => {
  const { needsLanguageModel } = await analyse(spanishCall, 'es')
  expect(needsLanguageModel).toEqual([
    '/summary',
    '/sentiment',
    '/key_topics',
    '/action_items',
    '/objections',
    '/open_questions',
    '/decisions',
    '/deal_probability',
    '/question_count',
  ])
})

test('silence gives an empty analysis with no confidence', async () => {
  const { result, confidenceScore, evidence } = await analyse([])
  expect(result).toMatchObject({ summary: '', key_topics: [], action_items: [] })
  expect(confidenceScore).toBe(0)
  expect(evidence).toEqual({})
})

const withBudget = (budget: unknown): JsonSchema => ({
  type: 'object',
  properties: { summary: { type: 'string' }, budget_code: budget },
  required: ['summary', 'budget_code'],
})

test('a forced value that nobody said fails, or is neutral and lowers confidence', async () => {
  const neutral = await write(salesCall, withBudget({ enum: ['unknown', 'a1', 'b2'] }))
  expect(neutral.result['budget_code']).toBe('unknown')
  expect(neutral.confidenceScore).toBe(50)
  await expect(
    write(salesCall, withBudget({ type: 'string', format: 'date' })),
  ).rejects.toMatchObject({
    code: 'schema_not_satisfied',
  })
})

test('a list that must hold texts which nobody said fails, and is not filled with empty ones', async () => {
  const list = { type: 'array', items: { type: 'string' }, minItems: 3 }
  await expect(write(salesCall, withBudget(list))).rejects.toMatchObject({
    code: 'schema_not_satisfied',
    message: expect.stringContaining('/budget_code'),
  })
  const mayBeNull = await write(salesCall, withBudget({ ...list, type: ['array', 'null'] }))
  expect(mayBeNull.result['budget_code']).toBeNull()
})

test('a cancelled analysis stops with its code', async () => {
  const options = { signal: AbortSignal.abort(), onProgress: () => {} }
  const request = { instructions: '', segments: salesCall, language: 'en', schema: analysis }
  await expect(writer.write(request, options)).rejects.toMatchObject({ code: 'cancelled' })
})

const speech = new URL('../../../../shared/speech/manifest.json', import.meta.url)
const clips: { file: string; text?: string | null; language?: string | null }[] = existsSync(speech)
  ? JSON.parse(readFileSync(speech, 'utf8'))
  : []
const spoken = clips.filter(({ text }) => text)

test.skipIf(spoken.length === 0)('SKIPPED without ../shared/speech: real recordings', async () => {
  for (const { text, language } of spoken) {
    const segments = toSegments(`A: ${String(text).replaceAll('\n', ' ')}`)
    const { result, needsLanguageModel } = await analyse(segments, language ?? 'en')
    const said = saidIn(segments)
    expect(needsLanguageModel.length > 0 || result.summary.length > 0).toBe(true)
    for (const part of textsOf(result)) {
      for (const chunk of quotesIn(part)) expect(said).toContain(plain(chunk))
    }
  }
})

test('any schema that is accepted is met or fails with its code', async () => {
  const leaf = fc.oneof(
    fc.record(
      { type: fc.constant('string'), maxLength: fc.nat({ max: 40 }) },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom('number', 'integer', 'boolean', 'null') }),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom('a', 'none', 1, null, true), { minLength: 1 }),
    }),
    fc.record({
      type: fc.constant('integer'),
      minimum: fc.nat({ max: 5 }),
      maximum: fc.integer({ min: 5, max: 500 }),
    }),
    fc.record({ type: fc.constant(['string', 'null']), minLength: fc.nat({ max: 60 }) }),
  )
  const names = [
    'summary',
    'tasks',
    'sentiment',
    'topics',
    'x',
    'owner',
    'questions',
    'participants',
    'score',
  ]
  const tree = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('list'), tie('object')),
    list: fc.record({
      type: fc.constant('array'),
      items: tie('node'),
      minItems: fc.nat({ max: 3 }),
      uniqueItems: fc.boolean(),
    }),
    object: fc
      .dictionary(fc.constantFrom(...names), tie('node'), { maxKeys: 4 })
      .map((properties) => ({
        type: 'object',
        properties,
        required: Object.keys(properties).slice(1),
      })),
  }))
  await fc.assert(
    fc.asyncProperty(tree.object, async (tried) => {
      // The arbitrary builds objects only.
      const schema = tried as JsonSchema
      if (writer.checkSchema(schema)) return
      const outcome = await write(teamMeeting, schema).catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome).toHaveProperty('code', 'schema_not_satisfied')
      else expect(compileSchema(schema)((outcome as { result: unknown }).result)).toBeNull()
    }),
    { numRuns: 120 },
  )
})
