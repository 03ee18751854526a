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

const times = (spoken: TranscribedSegment) =>
  spoken.words.map((word) => [word.text, word.start, word.end])

test('a word that reaches into a pause ends where the sound ends', () => {
  const spoken = segment(['one', 1, 3], ['two', 4, 5])
  const settled = settleWords(spoken, loudIn([1, 2], [4, 5]))
  expect(times(settled)).toEqual([
    ['one', 1, 2],
    ['two', 4, 5],
  ])
})

test('a word that begins in a pause begins with the sound after it', () => {
  const settled = settleWords(segment(['one', 1, 2], ['two', 2, 5]), loudIn([1, 2], [4, 5]))
  expect(times(settled)[1]).toEqual(['two', 4, 5])
})

test('a word wholly in a pause goes to the sound after it, the last one to the sound before', () => {
  const early = settleWords(
    segment(['one', 1, 2], ['two', 2.5, 2.7], ['three', 4.2, 5]),
    loudIn([1, 2], [4, 5]),
  )
  expect(times(early)[1]).toEqual(['two', 4, 4.2])
  const late = settleWords(segment(['one', 1, 1.5], ['two', 2.5, 2.9]), loudIn([1, 2], [4, 5]))
  expect(times(late)[1]).toEqual(['two', 1.5, 2])
})

test('words pushed together share the time of the next one by their length', () => {
  const spoken = segment(['And', 1, 1], ['so', 1, 1], ['Americans', 1, 2.4], ['ask', 4, 5])
  const settled = settleWords(spoken, loudIn([1, 2.4], [4, 5]))
  expect(times(settled)).toEqual([
    ['And', 1, 1.3],
    ['so', 1.3, 1.5],
    ['Americans', 1.5, 2.4],
    ['ask', 4, 5],
  ])
})

test('a word pushed against a pause shares the time of the one before it', () => {
  const spoken = segment(['ask', 1, 2], ['not', 2, 2], ['what', 2, 4.2])
  const settled = settleWords(spoken, loudIn([1, 2], [4, 5]))
  expect(times(settled)).toEqual([
    ['ask', 1, 1.5],
    ['not', 1.5, 2],
    ['what', 4, 4.2],
  ])
})

test('words keep their order, and in even noise their times', () => {
  const spoken = segment(['one', 1, 2], ['two', 2, 3])
  expect(settleWords(spoken, loudIn([0, 10]))).toEqual(spoken)
})
