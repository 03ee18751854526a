import { expect, test } from 'vitest'

import { compileSchema } from '../../../service/engine/check-result.ts'
import { planFor } from '../../../service/engine/grammar-schema.ts'
import {
  combineTexts,
  openTexts,
  withTexts,
} from '../../../service/engine/writing/combine-texts.ts'
import { mergeVotes } from '../../../service/engine/writing/merge.ts'
import { toVote } from '../../../service/engine/writing/votes.ts'

type Part = [answer: Record<string, unknown>, said?: string, tokens?: number]

const object = (properties: Record<string, unknown>) => ({ type: 'object', properties })
const votesOf = (parts: readonly Part[]) =>
  parts.map(([answer, text = '', tokens = 100]) => toVote(answer, { text, tokens }))

/** Merges and checks that what comes out conforms to the schema. */
function merged(properties: Record<string, unknown>, ...parts: Part[]): Record<string, unknown> {
  const schema = object(properties)
  const result = mergeVotes(planFor(schema), votesOf(parts))
  expect(compileSchema(schema)(result)).toBeNull()
  // The root of every schema here is an object.
  return result as Record<string, unknown>
}

const text = { type: 'string' }
const tasks = {
  type: 'array',
  items: object({ task: text, owner: { type: ['string', 'null'] } }),
}

test('lists are joined in the order of the parts, and what is said twice stands once', () => {
  const topics = { type: 'array', items: text }
  const result = merged(
    { topics },
    [{ topics: ['The payment screen crashes', 'Hiring'] }],
    [{ topics: ['Payment screen crashes.', 'Office move'] }],
    [{ topics: ['hiring'] }],
  )
  expect(result['topics']).toEqual(['The payment screen crashes', 'Hiring', 'Office move'])
})

test('an item that two parts know takes from each what the other left open', () => {
  const result = merged(
    { tasks },
    [{ tasks: [{ task: 'Send the new price list', owner: null }] }],
    [{ tasks: [{ task: 'Send the new price list', owner: 'Lena' }] }],
  )
  expect(result['tasks']).toEqual([{ task: 'Send the new price list', owner: 'Lena' }])
})

test('tasks that differ in a name, a day or a number are two tasks', () => {
  const list = [
    { task: 'Send the report about the pilot to Tom', owner: null },
    { task: 'Send the report about the pilot to Lena', owner: null },
    { task: 'Order 20 chairs for the new office', owner: null },
    { task: 'Order 30 chairs for the new office', owner: null },
  ]
  const result = merged({ tasks }, [{ tasks: list.slice(0, 3) }], [{ tasks: list.slice(3) }])
  expect(result['tasks']).toEqual(list)
})

test('of a list with an upper bound the best supported items are kept, in their order', () => {
  const topics = { type: 'array', items: text, maxItems: 2 }
  const result = merged(
    { topics },
    [{ topics: ['dragons', 'budget planning'] }, 'We went through budget planning.'],
    [{ topics: ['unicorns', 'release date'] }, 'The release date moved.'],
    [{ topics: ['budget planning', 'wizards'] }, 'More budget planning.'],
  )
  expect(result['topics']).toEqual(['budget planning', 'release date'])
})

test('lower bounds and unique items hold after merging', () => {
  const properties = {
    days: { type: 'array', items: { enum: ['Mon', 'Wed', 'Fri'] }, minItems: 2, uniqueItems: true },
    notes: { type: 'array', items: text, minItems: 2 },
  }
  const answer = { days: ['Mon', 'Wed'], notes: ['Budget', 'budget'] }
  const result = merged(
    properties,
    [answer],
    [{ days: ['Wed', 'Fri'], notes: ['Budget', 'BUDGET'] }],
  )
  expect(result['days']).toEqual(['Mon', 'Wed', 'Fri'])
  expect(result['notes']).toHaveLength(2)
})

test('ten thousand items are merged at once', () => {
  const topics = { type: 'array', items: text, maxItems: 50 }
  const parts = Array.from({ length: 100 }, (_, part): Part => {
    return [{ topics: Array.from({ length: 100 }, (_item, item) => `matter ${part} of ${item}`) }]
  })
  expect(merged({ topics }, ...parts)['topics']).toHaveLength(50)
})

test('choices go to the majority, weighed by how much of the recording stands behind them', () => {
  const mood = { enum: ['good', 'bad'] }
  const equal: Part[] = [[{ mood: 'good' }], [{ mood: 'bad' }], [{ mood: 'bad' }]]
  expect(merged({ mood }, ...equal)['mood']).toBe('bad')
  const long: Part[] = [[{ mood: 'good' }, '', 900], [{ mood: 'bad' }], [{ mood: 'bad' }]]
  expect(merged({ mood }, ...long)['mood']).toBe('good')
  const isSale = { type: 'boolean' }
  expect(merged({ isSale }, [{ isSale: true }], [{ isSale: true }], [{ isSale: false }])).toEqual({
    isSale: true,
  })
})

test('numbers give their median, or the one that was said', () => {
  const score = { type: 'integer', minimum: 1, maximum: 5 }
  const minutes = { type: 'number', multipleOf: 0.5 }
  const numbers: Part[] = [[{ score: 1, minutes: 1 }], [{ score: 5, minutes: 90.5 }]]
  expect(merged({ score, minutes }, ...numbers, [{ score: 4, minutes: 30 }])).toEqual({
    score: 4,
    minutes: 30,
  })
  const price = { type: 'number' }
  const prices: Part[] = [[{ price: 0 }], [{ price: 450 }, 'It is 450 euros.'], [{ price: 0 }]]
  expect(merged({ price }, ...prices)['price']).toBe(450)
})

test('what may be null stays null unless some part knows it', () => {
  const properties = {
    budget: { type: ['number', 'null'] },
    due: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
    risk: { enum: ['low', 'high', null] },
  }
  const none = { budget: null, due: null, risk: null }
  expect(merged(properties, [none], [none])).toEqual(none)
  const some = { budget: 300, due: '2026-11-27', risk: 'high' }
  expect(merged(properties, [none], [some], [none])).toEqual(some)
})

test('alternatives are not mixed: the heavier one is merged within itself', () => {
  const party = {
    anyOf: [object({ person: text }), object({ company: text, size: { type: 'integer' } })],
  }
  const result = merged(
    { party },
    [{ party: { company: 'Acme', size: 10 } }],
    [{ party: { person: 'Tom' } }],
    [{ party: { company: 'Acme', size: 30 } }],
  )
  expect(result['party']).toEqual({ company: 'Acme', size: 10 })
})

const summaries = object({
  summary: text,
  customer: text,
  call: object({ outcome: { type: ['string', 'null'] } }),
  topics: { type: 'array', items: text },
})

const parts = (count: number): Part[] =>
  Array.from({ length: count }, (_, part) => [
    {
      summary: `They spoke about matter ${part}.`,
      customer: 'Acme',
      call: { outcome: part === 1 ? 'A pilot' : null },
      topics: [],
    },
  ])

test('only texts on which the parts differ are written anew', () => {
  const plan = openTexts(planFor(summaries), votesOf(parts(3)))
  expect(plan).toMatchObject({ kind: 'object', entries: [{ name: 'summary' }] })
  expect(openTexts(planFor(object({ customer: text })), votesOf(parts(3)))).toBeNull()
})

const count = (written: string) => written.split(/\s+/u).length

test('texts are written from the notes on all parts, in rounds where they do not fit', async () => {
  const votes = votesOf(parts(9))
  const plan = openTexts(planFor(summaries), votes)
  if (!plan) throw new Error('Nothing to write.')
  const asked: string[] = []
  const ask = async (notes: string) => {
    asked.push(notes)
    return { summary: `round of ${[...notes.matchAll(/^Part /gmu)].length}` }
  }
  const answers = votes.map(({ value }) => value)
  const texts = await combineTexts(plan, answers, { room: 80, count, ask })
  expect(asked[0]).toContain('Part 1 of 4:\n- summary: They spoke about matter 0.')
  expect(asked.slice(0, 2).join('\n')).toContain('matter 7')
  expect(asked).toHaveLength(3)
  expect(texts).toEqual({ summary: 'round of 3' })
  expect(withTexts(mergeVotes(planFor(summaries), votes), texts)).toEqual({
    summary: 'round of 3',
    customer: 'Acme',
    call: { outcome: 'A pilot' },
    topics: [],
  })
})

test('notes that are too long for a round are shortened, never left out', async () => {
  const long = Array.from({ length: 4 }, (_, part): Part => [
    { summary: `matter ${part} ${'word '.repeat(300)}`, customer: '', call: {}, topics: [] },
  ])
  const votes = votesOf(long)
  const plan = openTexts(planFor(summaries), votes)
  if (!plan) throw new Error('Nothing to write.')
  const sizes: number[] = []
  const ask = async (notes: string) => {
    sizes.push(count(notes))
    return { summary: notes.split('\n').join(' ') }
  }
  const answers = votes.map(({ value }) => value)
  const texts = await combineTexts(plan, answers, { room: 100, count, ask })
  expect(sizes).toHaveLength(3)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  expect(JSON.stringify(texts)).toContain('matter 0')
})
