import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  longestSegmentSeconds,
  toSegments,
  type SpokenWord,
} from '../../../../service/engine/pipeline/segments.ts'
import { say, word } from './words.ts'

const by = (speaker: number, words: ReturnType<typeof say>): SpokenWord[] =>
  words.map((each) => ({ ...each, speaker }))

const texts = (words: SpokenWord[], language = 'en') =>
  toSegments(words, language).map(({ text }) => text)

describe('segments', () => {
  test('end with their sentences, whatever pieces the engine heard', () => {
    const words = by(0, say('We met Dr. Smith at 3.5 miles. Was it far? Yes.'))
    expect(texts(words)).toEqual(['We met Dr. Smith at 3.5 miles.', 'Was it far?', 'Yes.'])
  })

  test('end where another speaks, and at a long pause', () => {
    const words = [
      ...by(0, say('so I thought')),
      ...by(1, say('no way', 1.5)),
      ...by(0, say('and then', 4.5)),
    ]
    expect(texts(words)).toEqual(['so I thought', 'no way', 'and then'])
  })

  test('carry times, text and speaker of their words', () => {
    const [segment] = toSegments(by(2, say('Good morning.', 7)), 'en')
    expect(segment).toEqual({
      start: 7,
      end: 7.9,
      text: 'Good morning.',
      speaker: 2,
      words: [
        { text: 'Good', start: 7, end: 7.4, confidence: 0.9 },
        { text: 'morning.', start: 7.5, end: 7.9, confidence: 0.9 },
      ],
    })
  })

  test('of a language without blanks are joined without them', () => {
    const words = ['今日', 'は', '雨。', '寒い', 'です。'].map((text, at) => ({
      ...word(text, at, at + 0.9),
      hasSpace: false,
      speaker: 0,
    }))
    expect(texts(words, 'ja')).toEqual(['今日は雨。', '寒いです。'])
  })

  test('longer than 30 s are cut at a comma or the best pause of their second half', () => {
    const long = by(
      0,
      say(Array.from({ length: 80 }, (_, at) => `w${at}${at === 40 ? ',' : ''}`).join(' ')),
    )
    const segments = toSegments(long, 'en')
    expect(segments[0]?.words.at(-1)?.text).toBe('w40,')
    expect(segments).toHaveLength(2)
  })

  const anyWords = fc
    .array(
      fc.record({
        text: fc.constantFrom(
          'yes',
          'No.',
          'why?',
          'so,',
          'Dr.',
          'The',
          '3.',
          'i.e.',
          '"end."',
          '雨。',
        ),
        pause: fc.double({ min: 0, max: 4, noNaN: true }),
        length: fc.double({ min: 0, max: 12, noNaN: true }),
        speaker: fc.integer({ min: 0, max: 2 }),
        hasSpace: fc.boolean(),
      }),
      { maxLength: 120 },
    )
    .map((list) => {
      let clock = 0
      return list.map(({ pause, length, ...rest }): SpokenWord => {
        const start = clock + pause
        clock = start + length
        return { ...rest, start, end: clock, confidence: 1 }
      })
    })

  test('lose no word, keep the order, mix no speakers and last 30 s at most', () => {
    fc.assert(
      fc.property(anyWords, fc.constantFrom('en', 'de', 'ja'), (words, language) => {
        const segments = toSegments(words, language)
        expect(segments.flatMap((each) => each.words.map(({ text }) => text))).toEqual(
          words.map(({ text }) => text),
        )
        expect(segments.flatMap(({ speaker, words: own }) => own.map(() => speaker))).toEqual(
          words.map(({ speaker }) => speaker),
        )
        for (const segment of segments) {
          expect(segment.end - segment.start).toBeLessThanOrEqual(longestSegmentSeconds + 1e-9)
          expect(segment.start).toBe(segment.words[0]?.start)
          expect(segment.end).toBe(segment.words.at(-1)?.end)
        }
      }),
    )
  })
})
