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
  settleIn([], loudness, ...words)

/** The same with what a voice detector found. */
const settleIn = (
  speech: [number, number][],
  loudness: Loudness,
  ...words: [string, number, number][]
) =>
  settleWords(
    [segment(...words)],
    loudness,
    speech.map(([start, end]) => ({ start, end })),
  ).flatMap((spoken) =>
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

test('a word ends with its sound where the rest of the track is quieter than the pause after it', () => {
  const { energy } = loudIn([1, 2], [2.7, 3.7])
  // The line hisses while its side talks (38 dB below), and hardly otherwise.
  const hissing = energy.map((levels) =>
    levels.map((level, step) => (level > 10 ? 1e7 : step * stepSeconds < 3.7 ? 1500 : 2)),
  )
  const settled = settle({ energy: hissing }, ['Americans', 1, 2], ['contribute', 2.7, 3.7])
  expect(settled[0]).toEqual(['Americans', 1, 2])
})

const music = loudIn([0, 10])

test('in music a word ends and begins with the voice', () => {
  const words: [string, number, number][] = [
    ['Americans', 1, 3],
    ['contribute', 3, 5],
  ]
  const settled = settleIn(
    [
      [1, 2],
      [4, 5],
    ],
    music,
    ...words,
  )
  expect(settled).toEqual([
    ['Americans', 1, 2],
    ['contribute', 4, 5],
  ])
})

test('a first sound that the voice detector misses after music belongs to the word', () => {
  const settled = settleIn(
    [[4.4, 6]],
    loudIn([0, 3.8], [4.1, 6]),
    ['And', 2.5, 4.5],
    ['so', 4.5, 4.8],
    ['my', 4.8, 5.1],
    ['fellow', 5.1, 5.5],
    ['Americans', 5.5, 6],
  )
  expect(settled.slice(0, 2)).toEqual([
    ['And', 4.1, 4.5],
    ['so', 4.5, 4.8],
  ])
})

test('a word where the voice detector finds nothing stays where it sounds', () => {
  const settled = settleIn(
    [[1, 2]],
    loudIn([1, 2], [6, 6.5], [8, 9]),
    ['Americans', 1, 2],
    ['contribute', 6, 6.5],
  )
  expect(settled[1]).toEqual(['contribute', 6, 6.5])
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
  const anySpeech = fc.constantFrom([], [{ start: 1.5, end: 3 }], [{ start: 0, end: 99 }])
  fc.assert(
    fc.property(anyWords, anySpeech, (list, speech) => {
      let clock = 0
      const words = list.map(({ text, pause, length }): [string, number, number] => {
        const start = clock + pause
        clock = start + length
        return [text, start, clock]
      })
      const settled =
        settleWords([segment(...words)], loudIn([1, 3], [4, 9]), speech)[0]?.words ?? []
      expect(settled.map(({ text }) => text)).toEqual(words.map(([text]) => text))
      for (const [at, { start, end }] of settled.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(start).toBeGreaterThanOrEqual(settled[at - 1]?.end ?? 0)
      }
    }),
    { numRuns: 30 },
  )
})
