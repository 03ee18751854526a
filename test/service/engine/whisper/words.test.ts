import { expect, test } from 'vitest'
import { toSpokenSegment } from '../../../../service/engine/whisper/words.ts'
import {
  parseWhisperOutput,
  type WhisperSegment,
} from '../../../../service/engine/whisper/output.ts'

const token = (text: string, from: number, to: number, p = 0.9) => ({
  text,
  offsets: { from, to },
  id: 1,
  p,
})

const segment = (tokens: WhisperSegment['tokens'], change = {}): WhisperSegment => ({
  offsets: { from: 0, to: 10_000 },
  text: '',
  tokens,
  ...change,
})

test('pieces of a word are one word; punctuation stays with it but does not lengthen it', () => {
  const spoken = toSpokenSegment(
    segment([
      token('[_BEG_]', 0, 0),
      token(' Trans', 100, 400, 0.8),
      token('cribe', 400, 700, 0.6),
      token(',', 700, 2000, 0.1),
      token(' please', 2000, 2500),
      token('[_TT_125]', 2500, 2500),
    ]),
    'en',
  )
  expect(spoken?.text).toBe('Transcribe, please')
  expect(spoken?.words).toEqual([
    { text: 'Transcribe,', start: 0.1, end: 0.7, confidence: 0.7 },
    { text: 'please', start: 2, end: 2.5, confidence: 0.9 },
  ])
})

test('times are moved to the recording and never run backwards', () => {
  const tokens = [token(' one', 500, 900), token(' two', 800, 700), token(' three', 600, 1500)]
  const words = toSpokenSegment(segment(tokens), 'en', 1800)?.words ?? []
  expect(words.map((word) => word.start)).toEqual([1800.5, 1800.9, 1800.9])
  expect(words.at(-1)?.end).toBe(1801.5)
})

test('times from the attention hold where the segment begins later or ends sooner', () => {
  const transcribed = (text: string, from: number, to: number) => ({
    ...token(text, from, to),
    t_dtw: from / 10,
  })
  const spoken = segment([transcribed(' one', 700, 900), transcribed(' two', 900, 1300)], {
    offsets: { from: 1000, to: 1200 },
  })
  // Attention is ahead of the sound by 30 ms.
  expect(toSpokenSegment(spoken, 'en')?.words).toMatchObject([
    { text: 'one', start: 0.73, end: 0.93 },
    { text: 'two', start: 0.93, end: 1.33 },
  ])
})

test('words far outside their segment are moved into it', () => {
  const tokens = [token(' late', 100, 400), token(' words', 400, 900)]
  const late = segment(tokens, { offsets: { from: 60_000, to: 61_000 } })
  expect(toSpokenSegment(late, 'en')?.words.map((word) => word.start)).toEqual([60, 60.3])
})

test('Japanese keeps its pieces, without spaces between them', () => {
  const tokens = [
    token('電', 0, 100),
    token('球', 100, 200),
    token('が', 200, 300),
    token('。', 300, 300),
  ]
  const spoken = toSpokenSegment(segment(tokens), 'ja')
  expect(spoken?.text).toBe('電球が。')
  expect(spoken?.words.map((word) => word.text)).toEqual(['電', '球', 'が。'])
})

test('marks for other sounds are no words', () => {
  const of = (...texts: string[]) =>
    toSpokenSegment(segment(texts.map((text, at) => token(text, at * 100, at * 100 + 90))), 'en')
      ?.text
  expect(of(' [', 'BL', 'ANK', '_', 'AUDIO', ']')).toBeUndefined()
  expect(of(' (', 'upbeat', ' music', ')')).toBeUndefined()
  expect(of(' *', 'laughs', '*')).toBeUndefined()
  expect(of(' ♪', ' la', ' la', ' ♪')).toBeUndefined()
  expect(of(' ...')).toBeUndefined()
  expect(of(' Well', ',', ' [', 'laughter', ']', ' yes', '.')).toBe('Well, yes.')
  expect(of(' It', ' costs', ' (', 'roughly', ')', ' ten', '.')).toBe('It costs (roughly) ten.')
})

test('marks of another voice are no words; a dash within a sentence stays', () => {
  const of = (...texts: string[]) =>
    toSpokenSegment(segment(texts.map((text, at) => token(text, at * 100, at * 100 + 90))), 'en')
      ?.text
  expect(of(' It', ' works', '.', ' -', ' I', ' see', '.')).toBe('It works. I see.')
  expect(of(' -', ' Okay', '.')).toBe('Okay.')
  expect(of(' >>', ' Okay', '.')).toBe('Okay.')
  expect(of(' I', ' -', ' I', ' see', '.')).toBe('I - I see.')
})

test('guesses that the engine itself takes for noise are dropped, clear words in noise are kept', () => {
  const guess = [token(' Thank', 0, 100, 0.2), token(' you', 100, 200, 0.3)]
  expect(toSpokenSegment(segment(guess, { no_speech_prob: 0.9 }), 'en')).toBeUndefined()
  expect(toSpokenSegment(segment(guess, { no_speech_prob: 0.1 }), 'en')?.text).toBe('Thank you')
  const clear = [token(' Thank', 0, 100), token(' you', 100, 200)]
  expect(toSpokenSegment(segment(clear, { no_speech_prob: 0.9 }), 'en')?.text).toBe('Thank you')
})

test("reads the engine's JSON with cut characters and probabilities of nan", () => {
  const head = '{"result":{"language":"ja"},"transcription":[{"offsets":{"from":0,"to":10},"text":"'
  const tail = '","tokens":[{"text":" a","id":1,\n"p": nan,\n"t_dtw": -1}]}]}'
  const bytes = Buffer.concat([
    Buffer.from(head),
    Buffer.from([0xe9, 0x9b, 0x01]),
    Buffer.from(tail),
  ])
  const output = parseWhisperOutput(bytes)
  expect(output.transcription[0]?.tokens[0]?.p).toBeNull()
  expect(output.result.language).toBe('ja')
})

test('an answer that is cut short or of another form is a crash', () => {
  expect(() => parseWhisperOutput(Buffer.from('{"result": {"lang'))).toThrow('cut short')
  expect(() => parseWhisperOutput(Buffer.from('{"result":{"language":"en"}}'))).toThrow(
    'unknown form',
  )
})
