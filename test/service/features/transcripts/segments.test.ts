import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SpokenSegment, Transcription } from '../../../../service/engine/engine.ts'
import {
  toTranscript,
  withSpeakers,
  wordCounter,
} from '../../../../service/features/transcripts/segments.ts'

const transcribed = (segments: Partial<SpokenSegment>[], language = 'en'): Transcription => ({
  language,
  languageProbability: 0.9,
  durationSeconds: 60,
  modelUsed: 'a model',
  translatedTo: null,
  echo: null,
  speakers: Array.from(
    { length: Math.max(-1, ...segments.map(({ speaker }) => speaker ?? 0)) + 1 },
    () => ({ voice: null, seconds: 1 }),
  ),
  segments: segments.map((segment, index) => ({
    start: index,
    end: index + 1,
    text: 'Yes.',
    words: [],
    speaker: 0,
    ...segment,
  })),
})

test('silence is an empty text without segments or speakers', () => {
  const empty = { segments: [], speakers: [], text: '', word_count: 0 }
  expect(toTranscript(transcribed([]))).toEqual(empty)
  const blank = transcribed([{ text: '  ' }, { text: '\0' }])
  expect(toTranscript({ ...blank, speakers: [] })).toEqual(empty)
})

test('keeps times and words, gives every segment an id of its own, and joins the text', () => {
  const words = [{ text: 'Hello', start: 0.1, end: 0.4, confidence: 0.8 }]
  const { segments, text, word_count } = toTranscript(
    transcribed([{ text: ' Hello there.', words }, { text: 'It’s 3.5 per cent. ' }]),
  )
  expect(segments[0]).toEqual({
    id: expect.stringMatching(/^seg_[0-9a-z]{26}$/),
    start: 0,
    end: 1,
    text: 'Hello there.',
    speaker_id: 'speaker_1',
    words,
  })
  expect(new Set(segments.map(({ id }) => id)).size).toBe(2)
  expect(text).toBe('Hello there. It’s 3.5 per cent.')
  expect(word_count).toBe(6)
})

describe('speakers', () => {
  test('are numbered from 1, and shown by their name once there is one', () => {
    const { segments, speakers } = toTranscript(
      transcribed([{ speaker: 1 }, { speaker: 0 }, { speaker: 1 }]),
    )
    const named = speakers.map((each, at) => (at === 0 ? { ...each, name: 'Mary' } : each))
    expect(withSpeakers({ segments, speakers: named }).map(({ speaker }) => speaker)).toEqual([
      'Speaker 2',
      'Mary',
      'Speaker 2',
    ])
    expect(speakers).toEqual([
      { id: 'speaker_1', label: 'Speaker 1', name: null },
      { id: 'speaker_2', label: 'Speaker 2', name: null },
    ])
  })
})

describe('counting words', () => {
  test.each([
    ['We won’t pay $1,200 – not today!', 'en', 6],
    ['Das heißt: E-Mail an Müller.', 'de', 5],
    ['مرحبا بالعالم', 'ar', 2],
    ['', 'en', 0],
    ['…!?', 'en', 0],
    ['two words', '', 2],
  ])('%j in %j', (text, language, count) => {
    expect(wordCounter(language)(text)).toBe(count)
  })

  test('finds words where a language writes no blanks', () => {
    expect(wordCounter('ja')('今日は会議があります')).toBeGreaterThan(2)
    expect(toTranscript(transcribed([{ text: '今日は' }, { text: '会議。' }], 'ja')).text).toBe(
      '今日は会議。',
    )
  })
})

test('whatever an engine says can be stored: no NUL, no half of a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, word) => {
      const words = [{ text: `${word}\0\ud800`, start: 0, end: 1, confidence: 1 }]
      const stored = JSON.stringify(
        toTranscript(transcribed([{ text: `a${text}\udc00\0`, words }])),
      )
      return !stored.includes('\\u0000') && !/\\ud[89a-f]/i.test(stored)
    }),
  )
})
