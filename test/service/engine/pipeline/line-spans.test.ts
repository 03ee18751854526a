import { describe, expect, test } from 'vitest'
import { toTurns } from '../../../../service/engine/pipeline/line-spans.ts'
import type { SpokenWord } from '../../../../service/engine/pipeline/segments.ts'
import { stepSeconds } from '../../../../service/engine/sound/levels.ts'
import { word } from './words.ts'

const [room, faint, loud] = [30, 3e3, 1e6]

/** A track of 20 s with the room's noise and what sounds in it: [from, to, level]. */
function track(...sounds: [number, number, number][]) {
  const energy = new Float32Array(20 / stepSeconds).fill(room)
  for (const [from, to, level] of sounds) {
    energy.fill(level, Math.round(from / stepSeconds), Math.round(to / stepSeconds))
  }
  return { energy }
}

const by = (speaker: number, ...words: ReturnType<typeof word>[]): SpokenWord[] =>
  words.map((each) => ({ ...each, speaker }))

const spans = (lines: ReturnType<typeof toTurns>) => lines.map(({ start, end }) => [start, end])

describe('a line lasts as long as its speaker talks', () => {
  test('and ends after its last word where the voice goes on', () => {
    const words = by(0, word('I', 2, 2.3), word('am.', 2.3, 3))
    const lines = toTurns([words], [track([1.8, 3.4, loud])], 'en')
    expect(spans(lines)).toEqual([[1.8, 3.4]])
    expect(lines[0]?.words.map(({ start, end }) => [start, end])).toEqual([
      [2, 2.3],
      [2.3, 3],
    ])
  })

  test('across a short silence, but not across a longer one', () => {
    const words = by(0, word('Yes.', 2, 3))
    expect(spans(toTurns([words], [track([2, 3, loud], [3.2, 3.4, loud])], 'en'))).toEqual([
      [2, 3.4],
    ])
    expect(spans(toTurns([words], [track([2, 3, loud], [3.35, 3.5, loud])], 'en'))).toEqual([
      [2, 3],
    ])
  })

  test('without the noise of the room at its edges, which its words lose as well', () => {
    const words = by(0, word('I', 2, 2.6), word('am.', 2.6, 4))
    const lines = toTurns(
      [words],
      [track([1.5, 2.2, faint], [2.2, 3.8, loud], [3.8, 6, faint])],
      'en',
    )
    expect(spans(lines)).toEqual([[2.2, 3.8]])
    expect(lines[0]?.words.map(({ start, end }) => [start, end])).toEqual([
      [2.2, 2.6],
      [2.6, 3.8],
    ])
  })

  test('and a word outside any sound keeps a time of its own', () => {
    const words = by(0, word('I', 2, 2.2), word('am.', 2.8, 4))
    const [line] = toTurns([words], [track([2.8, 4, loud])], 'en')
    expect(line?.words[0]).toMatchObject({ start: 2.15, end: 2.2 })
    expect(line?.start).toBe(2.15)
  })

  test('but never into the next line of its track', () => {
    const words = by(0, word('Yes.', 2, 3), word('No.', 3.2, 4))
    expect(spans(toTurns([words], [track([2, 4, loud])], 'en'))).toEqual([
      [2, 3.2],
      [3.2, 4],
    ])
  })

  test('nor where nothing is louder than the rest', () => {
    const words = by(0, word('Yes.', 2, 3))
    expect(spans(toTurns([words], [track()], 'en'))).toEqual([[2, 3]])
  })
})

describe('a pause between two lines of a speaker belongs to the first', () => {
  const said = (pause: number, speaker = 0) => [
    ...by(0, word('Yes.', 2, 3)),
    ...by(speaker, word('No.', 3 + pause, 4 + pause)),
  ]
  const sound = (pause: number): [number, number, number][] => [
    [2, 3, loud],
    [3 + pause, 4 + pause, loud],
  ]

  test('if it is short', () => {
    expect(spans(toTurns([said(0.4)], [track(...sound(0.4))], 'en'))[0]).toEqual([2, 3.4])
    expect(spans(toTurns([said(0.6)], [track(...sound(0.6))], 'en'))[0]).toEqual([2, 3])
  })

  test('or if the track sounds all through it, up to 1.2 s', () => {
    const open = (pause: number) => track([3, 3 + pause, faint], ...sound(pause))
    expect(spans(toTurns([said(1.1)], [open(1.1)], 'en'))[0]).toEqual([2, 4.1])
    expect(spans(toTurns([said(1.3)], [open(1.3)], 'en'))[0]).toEqual([2, 3])
  })

  test('unless somebody else talks meanwhile, or next', () => {
    const other = by(1, word('Oh.', 3.1, 3.3))
    const tracks = [track(...sound(0.4)), track([3.1, 3.3, loud])]
    expect(spans(toTurns([said(0.4), other], tracks, 'en'))[0]).toEqual([2, 3])
    expect(spans(toTurns([said(0.4, 1)], [track(...sound(0.4))], 'en'))[0]).toEqual([2, 3])
  })
})
