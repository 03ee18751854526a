import { expect, test } from 'vitest'

import { findEvidence } from '../../../service/engine/evidence.ts'
import { systemText } from '../../../service/engine/writing/prompt.ts'
import { salesCall } from './calls.ts'

const request = { segments: salesCall, language: 'en', schema: { type: 'object' } }
const idOf = (words: string) => salesCall.find(({ text }) => text.includes(words))?.id

test('a claim points to the segments that said its words', () => {
  const { evidence } = findEvidence(
    {
      summary: 'Marcus worries about price and data privacy.',
      tasks: [{ what: 'Send volume pricing' }],
    },
    request,
  )
  expect(evidence['/summary']).toContain(idOf('worried about the price'))
  expect(evidence['/summary']).toContain(idOf('data privacy'))
  expect(evidence['/tasks/0/what']).toEqual([idOf('Can you send me the volume pricing')])
})

test('an invented claim has no evidence and lowers the score', () => {
  const { evidence, confidenceScore } = findEvidence(
    {
      a: 'Not sure about the Spanish accuracy.',
      b: 'The hospital bought seven helicopters in Norway.',
    },
    request,
  )
  expect(Object.keys(evidence)).toEqual(['/a'])
  expect(confidenceScore).toBe(50)
})

test('a value from the schema’s own list, a number or a truth is no claim', () => {
  const schema = { type: 'object', properties: { mood: { enum: ['helicopter'] } } }
  const result = { mood: 'helicopter', score: 4, isDone: true, nothing: null }
  expect(findEvidence(result, { ...request, schema })).toEqual({
    result,
    evidence: {},
    confidenceScore: 0,
  })
})

test('pointers are escaped', () => {
  const { evidence } = findEvidence({ 'a/b~c': 'data privacy' }, request)
  expect(Object.keys(evidence)).toEqual(['/a~1b~0c'])
})

const list = (least = 0) => ({
  type: 'object',
  properties: { tasks: { type: 'array', items: { type: 'string' }, minItems: least } },
})
const tasks = ['Buy seven helicopters in Norway', 'Send the volume pricing', 'Hire a juggler']

test('items that nothing supports are dropped, and what is left is pointed to where it stands now', () => {
  const checked = findEvidence({ tasks }, { ...request, schema: list() })
  expect(checked.result).toEqual({ tasks: ['Send the volume pricing'] })
  expect(Object.keys(checked.evidence)).toEqual(['/tasks/0'])
  // What was dropped was written too.
  expect(checked.confidenceScore).toBe(33)
})

test('a list is not made shorter than its schema wants: what is left over stays, without evidence', () => {
  const two = findEvidence({ tasks }, { ...request, schema: list(2) })
  expect(two.result).toEqual({ tasks: [tasks[0], tasks[1]] })
  expect(Object.keys(two.evidence)).toEqual(['/tasks/1'])
  const three = findEvidence({ tasks }, { ...request, schema: list(3) })
  expect(three).toMatchObject({ result: { tasks }, confidenceScore: 33 })
})

test('an item of several texts stays where one is borne out; an owner elsewhere is none', () => {
  const items = [
    { what: 'Send the volume pricing', who: 'Dana' },
    { what: 'Hire a juggler', who: 'Norbert' },
  ]
  const { result, evidence } = findEvidence({ items }, request)
  expect(result).toEqual({ items: [items[0]] })
  expect(Object.keys(evidence)).toEqual(['/items/0/what', '/items/0/who'])
})

test.each([
  [
    'another number',
    'Forty dollars per seat is too expensive',
    'Fifty dollars per seat is too much',
  ],
  [
    'in digits or in words',
    'A discount brings it down to 28 dollars per seat',
    'A discount brings it down to 38 dollars per seat',
  ],
  ['another name', 'It works with Salesforce', 'It works with Hubspot'],
  ['another day', 'A technical demo next Tuesday', 'A technical demo next Friday'],
  [
    'turned round',
    'The legal team does not allow recordings to leave the servers',
    'The legal team allows recordings to leave the servers',
  ],
  [
    'quoted',
    'He said "that is still the biggest problem"',
    'He said "that was the smallest problem"',
  ],
])('%s: one is borne out, the other not', (_case, right, wrong) => {
  expect(Object.keys(findEvidence({ right, wrong }, request).evidence)).toEqual(['/right'])
})

test('a date is borne out by the way it was said', () => {
  const dated = { ...request, recordedOn: '2026-11-21' }
  const result = { due: '2026-11-26', demo: '2026-11-24', wrong: '2027-04-25' }
  const { evidence } = findEvidence(result, dated)
  expect(evidence['/due']).toEqual([idOf('get back to you by Thursday')])
  expect(evidence['/demo']).toEqual([idOf('next Tuesday')])
  expect(evidence['/wrong']).toBeUndefined()
})

test('the date that a schema forces where nobody named one is borne out by its year only', () => {
  // Somebody says "Thursday", and 1 January 1970 was one.
  const { evidence, confidenceScore } = findEvidence({ due: '1970-01-01' }, request)
  expect([evidence, confidenceScore]).toEqual([{}, 0])
  const said = [{ id: 'seg_1', start: 0, end: 2, speaker: 'Dana', text: 'It began in 1970.' }]
  expect(findEvidence({ since: '1970-01-01' }, { ...request, segments: said }).evidence).toEqual({
    '/since': ['seg_1'],
  })
})

test('in another language names and numbers are looked for, and nothing is dropped', () => {
  const result = { tasks: ['Probar con Salesforce', 'Enviar un elefante'] }
  const checked = findEvidence(result, { ...request, resultLanguage: 'es' })
  expect(checked.result).toEqual(result)
  expect(Object.keys(checked.evidence)).toEqual(['/tasks/0'])
})

test('ten thousand segments are read once, not once for each claim', () => {
  const segments = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ id: `seg_${at}`, start: at, end: at + 1, speaker: 'Dana' },
    text: `We spoke about item ${at} and its price.`,
  }))
  const items = Array.from({ length: 50 }, (_, at) => `The price of item ${at * 7}`)
  const { evidence } = findEvidence({ items }, { ...request, segments })
  expect(Object.keys(evidence)).toHaveLength(50)
})

test('a text that repeats the instructions is emptied, unless it was said', () => {
  const instructions = 'Keep to the ochre guideline.\nThat is still the biggest problem.'
  const result = {
    a: 'First: keep to the ochre guideline!',
    b: 'That is still the biggest problem.',
    c: systemText,
  }
  const checked = findEvidence(result, { ...request, instructions })
  expect(checked.result).toEqual({ a: '', b: result.b, c: '' })
})
