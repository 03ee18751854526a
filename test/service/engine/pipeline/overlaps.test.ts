import { describe, expect, test } from 'vitest'
import {
  tellOverlaps,
  togetherInMono,
  togetherOnTracks,
} from '../../../../service/engine/pipeline/overlaps.ts'
import { say, textOf, word } from './words.ts'

const line = (speaker: number, start: number, end: number) => ({
  ...{ start, end, speaker },
  text: 'said',
  words: [],
})
const told = (...args: Parameters<typeof tellOverlaps>) =>
  tellOverlaps(...args).map(({ overlaps = [] }) => overlaps)

describe('on two tracks people speak at once', () => {
  test('where their words do, and short pauses between these', () => {
    const first = say('we have to meet again on Tuesday')
    const second = [word('no', 1, 1.4), word('I', 1.6, 1.7), word('am', 2.4, 3)]
    expect(togetherOnTracks([first, second])).toEqual([
      { start: 1, end: 1.7, speakers: [0, 1] },
      { start: 2.4, end: 3, speakers: [0, 1] },
    ])
  })

  test('not where each waits for the other, or nobody else is there', () => {
    const first = say('we have to meet')
    expect(togetherOnTracks([first, say(textOf(first), 2)])).toEqual([])
    expect(togetherOnTracks([first])).toEqual([])
  })
})

test('on one track an overlap is of the one whose turn it is and of the one found in it', () => {
  const turns = [
    { start: 0, end: 4, speaker: 0 },
    { start: 4, end: 8, speaker: 1 },
  ]
  const found = [
    { start: 1, end: 2, speaker: 2 },
    { start: 3.5, end: 4.5, speaker: 2 },
    { start: 6, end: 7, speaker: 0 },
  ]
  expect(togetherInMono(turns, found).map(({ speakers }) => speakers.toSorted())).toEqual([
    [0, 2],
    [0, 1, 2],
    [0, 1],
  ])
})

describe('a line tells who else speaks in it', () => {
  test('and when, as far as it goes', () => {
    const lines = [line(0, 0, 3), line(1, 2, 5), line(0, 6, 8)]
    const together = [
      { start: 2, end: 3.5, speakers: [0, 1] },
      { start: 6.2, end: 7.1, speakers: [0, 1] },
    ]
    expect(told(lines, together)).toEqual([
      [{ start: 2, end: 3, speaker: 1 }],
      [{ start: 2, end: 3.5, speaker: 0 }],
      [{ start: 6.2, end: 7.1, speaker: 1 }],
    ])
  })

  test('unless it is a moment, or other people', () => {
    const together = [
      { start: 1, end: 1.4, speakers: [0, 1] },
      { start: 1.5, end: 2.5, speakers: [1, 2] },
    ]
    expect(told([line(0, 0, 3)], together)).toEqual([[]])
    expect(told([line(1, 2.1, 3)], together)).toEqual([[]])
  })
})
