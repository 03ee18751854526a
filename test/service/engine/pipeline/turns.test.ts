import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignSpeakers } from '../../../../service/engine/pipeline/turns.ts'
import { say, word } from './words.ts'

test('a word on a border goes where most of it lies', () => {
  const words = [word('Yes.', 0, 1), word('No.', 1.2, 2), word('Well.', 2, 3)]
  const turns = [
    { start: 0, end: 1.3, speaker: 0 },
    { start: 1.3, end: 2.4, speaker: 1 },
    { start: 2.4, end: 4, speaker: 0 },
  ]
  expect(assignSpeakers(words, turns, 'en')).toEqual([0, 1, 0])
})

test('a word outside of every turn goes to the nearest', () => {
  const words = [word('So.', 0, 0.5), word('Then.', 4, 4.5), word('End.', 9, 9.5)]
  const turns = [
    { start: 1, end: 2, speaker: 0 },
    { start: 5, end: 6, speaker: 1 },
  ]
  expect(assignSpeakers(words, turns, 'en')).toEqual([0, 1, 1])
})

test('a single word stays in its sentence, inside and at its ends', () => {
  const words = say('I think that we should go there now.')
  const inside = [
    { start: 0, end: 1.5, speaker: 0 },
    { start: 1.5, end: 1.9, speaker: 1 },
    { start: 1.9, end: 4, speaker: 0 },
  ]
  expect(new Set(assignSpeakers(words, inside, 'en'))).toEqual(new Set([0]))
  const late = [
    { start: 0, end: 0.45, speaker: 1 },
    { start: 0.45, end: 4, speaker: 0 },
  ]
  expect(new Set(assignSpeakers(words, late, 'en'))).toEqual(new Set([0]))
})

test('speakers who change inside a sentence, and short answers, are kept', () => {
  const halves = say('I think that we should go there now.')
  const turns = [
    { start: 0, end: 2, speaker: 0 },
    { start: 2, end: 4, speaker: 1 },
  ]
  expect(assignSpeakers(halves, turns, 'en')).toEqual([0, 0, 0, 0, 1, 1, 1, 1])
  const answers = say('Shall we go? Yes. Then come with me.')
  const three = [
    { start: 0, end: 1.5, speaker: 0 },
    { start: 1.5, end: 1.95, speaker: 1 },
    { start: 1.95, end: 4, speaker: 0 },
  ]
  expect(assignSpeakers(answers, three, 'en')).toEqual([0, 0, 0, 1, 0, 0, 0, 0])
})

test('every word gets a speaker who has a turn', () => {
  const turn = fc.record({
    start: fc.double({ min: 0, max: 50, noNaN: true }),
    length: fc.double({ min: 0.1, max: 20, noNaN: true }),
    speaker: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 20 }), fc.nat(80), (list, count) => {
      const turns = list.map(({ start, length, speaker }) => ({
        start,
        end: start + length,
        speaker,
      }))
      const words = Array.from({ length: count }, (_, at) =>
        word(at % 7 ? 'so' : 'So.', at, at + 0.7),
      )
      const speakers = assignSpeakers(words, turns, 'en')
      expect(speakers).toHaveLength(count)
      const known = new Set(turns.map(({ speaker }) => speaker))
      expect(speakers.every((speaker) => known.has(speaker))).toBe(true)
    }),
  )
})

test('a voice that only begins a sentence of somebody else is that person', () => {
  const words = [
    ...say('Who cares about errors.'),
    ...say('This is me talking slowly.', 3),
    ...say('That should be all.', 6),
  ]
  const turns = [
    { start: 0, end: 2.5, speaker: 0 },
    { start: 2.5, end: 3.95, speaker: 1 },
    { start: 3.95, end: 8, speaker: 0 },
  ]
  expect(new Set(assignSpeakers(words, turns, 'en'))).toEqual(new Set([0]))
  const answered = [...words, ...say('Thank you.', 9)]
  const answers = [...turns, { start: 8.5, end: 10, speaker: 1 }]
  expect(new Set(assignSpeakers(answered, answers, 'en'))).toEqual(new Set([0, 1]))
})
