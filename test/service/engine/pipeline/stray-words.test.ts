import { expect, test } from 'vitest'
import { gatherStrays } from '../../../../service/engine/pipeline/stray-words.ts'
import { say, word } from './words.ts'

/** Sound in these spans, in steps of 50 ms. */
const soundIn = (...spans: [number, number][]): Uint8Array =>
  Uint8Array.from(
    { length: 800 },
    (_, at) => +spans.some(([from, to]) => at >= from * 20 && at < to * 20),
  )

const sounding = soundIn([0, 3], [20, 24])
const times = (words: ReturnType<typeof say>) => words.map(({ text, start }) => [text, start])

test('the end of a sentence comes back from behind a silence', () => {
  const sentence = [...say('it was the best', 0), word('of', 20, 20.1), word('all.', 20.1, 20.2)]
  const next = say('His father died.', 20.2)
  const gathered = gatherStrays([sentence, next], sounding)
  expect(times(gathered).slice(4, 6)).toEqual([
    ['of', 1.9],
    ['all.', 2.267],
  ])
  expect(gathered.slice(6)).toEqual(next)
})

test('the first word of a sentence is not left before a silence', () => {
  const before = say('you thought me silly.', 0)
  const sentence = [word('You', 1.95, 2.3), ...say('were always accusing people', 20.5)]
  const gathered = gatherStrays([before, sentence], sounding)
  expect(gathered[4]?.start).toBeGreaterThanOrEqual(20)
  expect(gathered[4]?.end).toBeLessThanOrEqual(20.5)
})

test('a pause that a speaker makes stays where it is', () => {
  const halves = [...say('I think that', 0), ...say('we should go', 21)]
  expect(gatherStrays([halves], sounding)).toEqual(halves)
  const single = [...say('Yes it is', 0), word('true.', 21, 21.6)]
  expect(gatherStrays([single], sounding)).toEqual(single)
})

test('a stray word stays near its sentence in a track that counts as sound throughout', () => {
  const sentence = [word('words', 16, 16.6), ...say('and here are more words', 20)]
  const before = say('some', 15.5)
  const gathered = gatherStrays([before, sentence], new Uint8Array(800).fill(1))
  expect(gathered[1]?.start).toBeGreaterThan(19)
})
