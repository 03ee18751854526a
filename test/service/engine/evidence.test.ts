import { expect, test } from 'vitest'

import { findEvidence } from '../../../service/engine/evidence.ts'
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
      a: 'The Spanish accuracy is unclear.',
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
  expect(findEvidence(result, { ...request, schema })).toEqual({ evidence: {}, confidenceScore: 0 })
})

test('pointers are escaped', () => {
  const { evidence } = findEvidence({ 'a/b~c': 'data privacy' }, request)
  expect(Object.keys(evidence)).toEqual(['/a~1b~0c'])
})
