import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepSeconds, type Loudness } from '../../../../service/engine/sound/levels.ts'
import type { TranscribedSegment } from '../../../../service/engine/engine.ts'
import { settleWords } from '../../../../service/engine/whisper/word-times.ts'

/** Ten seconds that are loud in the given spans and quiet elsewhere. */
function loudIn(...spans: [number, number][]): Loudness {
  const energy = Float32Array.from({ length: 10 / stepSeconds }, (_, step) => {
    const time = step * stepSeconds
    return spans.some(([start, end]) => time >= start && time < end) ? 1e6 : 10
  })
  return { energy: [energy] }
}

const segment = (...words: [string, number, number][]): TranscribedSegment => ({
  text: words.map(([text]) => text).join(' '),
  words: words.map(([text, start, end]) => ({ text, start, end, confidence: 1 })),
})

/** Where the words are placed, to a tenth of a second. */
const settle = (loudness: Loudness, ...words: [string, number, number][]) =>
  settleWords([segment(...words)], loudness).flatMap((spoken) =>
    spoken.words.map(({ text, start, end }) => [text, round(start), round(end)]),
  )

const round = (seconds: number) => Math.round(seconds * 10) / 10

test('a word that reaches into a pause ends where the sound ends', () => {
  const settled = settle(loudIn([1, 2], [4, 5]), ['Americans', 1, 3], ['contribute', 4, 5])
  expect(settled).toEqual([
    ['Americans', 1, 2],
    ['contribute', 4, 5],
  ])
})

test('a word that begins in a pause begins with the sound after it', () => {
  const settled = settle(loudIn([1, 2], [4, 5]), ['Americans', 1, 2], ['contribute', 2, 5])
  expect(settled[1]).toEqual(['contribute', 4, 5])
})

test('a word wholly in a pause goes to where there is sound for it', () => {
  const early = settle(
    loudIn([1, 2], [4, 5]),
    ['Americans', 1, 2],
    ['to', 2.5, 2.7],
    ['contribute', 4.2, 5],
  )
  expect(early[1]?.[1]).toBe(4)
  const late = settle(loudIn([1, 2]), ['fellow', 1, 1.5], ['country', 2.3, 2.7])
  expect(late[1]).toEqual(['country', 1.5, 2])
})

test('words at one moment share the time of the word before, by their length', () => {
  const settled = settle(
    loudIn([0.5, 3], [3.5, 4.2]),
    ...([
      ['we', 0.5, 0.7],
      ['follow', 0.7, 1.1],
      ['more', 1.1, 1.9],
      ['or', 1.9, 1.9],
      ['less', 1.9, 1.9],
      ['closely', 1.9, 2.4],
      ['those', 2.4, 2.7],
      ['who', 2.7, 3],
      ['printed', 3.5, 4],
    ] as [string, number, number][]),
  )
  const shared = settled.slice(2, 5).map(([, start, end]) => Number(end) - Number(start))
  expect(settled.slice(5, 6)).toEqual([['closely', 1.9, 2.4]])
  expect(settled[2]?.[1]).toBe(1.1)
  for (const seconds of shared) expect(seconds).toBeGreaterThan(0.1)
  expect(shared[1]).toBeLessThan(shared[2] ?? 0)
})

test('the last word of a question is not taken for the sound after a long pause', () => {
  const settled = settle(
    loudIn([1, 1.8], [4.1, 4.9]),
    ['What’s', 1, 4],
    ['easiest', 4, 4],
    ['for', 4, 4],
    ['you?', 4, 4],
    ['Okay.', 4.1, 4.9],
  )
  expect(settled[3]?.[2]).toBe(1.8)
  expect(settled[4]?.[1]).toBe(4.1)
})

test('letters that are spelled last as long as words', () => {
  const settled = settle(
    loudIn([1, 3.4]),
    ['name', 1, 1.2],
    ['is', 1.2, 3.3],
    ['F-I-T-I', 3.3, 3.3],
  )
  expect(settled[2]?.[1]).toBeLessThan(2.2)
})

test('words keep their order, and in even noise their times', () => {
  const words: [string, number, number][] = [
    ['twelve', 1, 1.5],
    ['months', 1.5, 2],
  ]
  expect(settle(loudIn([0, 10]), ...words)).toEqual(words)
})

test('no word is lost, empty, or before the one before it, whatever the times', () => {
  const anyWords = fc.array(
    fc.record({
      text: fc.string({ maxLength: 12 }),
      pause: fc.constantFrom(0, 0, 0, 0.02, 0.5, 40),
      length: fc.constantFrom(0, 0, 0.02, 0.3, 1, 9),
    }),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(anyWords, (list) => {
      let clock = 0
      const words = list.map(({ text, pause, length }): [string, number, number] => {
        const start = clock + pause
        clock = start + length
        return [text, start, clock]
      })
      const settled = settleWords([segment(...words)], loudIn([1, 3], [4, 9]))[0]?.words ?? []
      expect(settled.map(({ text }) => text)).toEqual(words.map(([text]) => text))
      for (const [at, { start, end }] of settled.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(start).toBeGreaterThanOrEqual(settled[at - 1]?.end ?? 0)
      }
    }),
    { numRuns: 30 },
  )
})
