import { expect, test, vi } from 'vitest'
import { EarshotError } from 'earshot/client'
import {
  startLiveTranscription,
  type LiveEnd,
  type TranscribeChunk,
} from '../../../../renderer/features/recorder/live-transcription.ts'
import {
  followRecording,
  leaveRecording,
  useLiveWords,
} from '../../../../renderer/features/recorder/live-words-store.ts'
import type { OnSound } from '../../../../renderer/features/recorder/sound-tap.ts'

const hello = { text: 'Hello.', start: 0.2, end: 0.8, isJoined: false }

/** A run whose sound the test gives; each answer of `transcribe` is awaited before more sound comes. */
function start(transcribe: TranscribeChunk) {
  let give: OnSound = () => undefined
  let isPaused = false
  const ends: LiveEnd[] = []
  const shown: { text: string; tentative: string }[] = []
  const asked: { seconds: number; language: string | null }[] = []
  const close = vi.fn()
  const stop = startLiveTranscription({
    tap: async (onSound) => {
      give = onSound
      return close
    },
    isPaused: () => isPaused,
    transcribe: (chunk, options) => {
      asked.push({ seconds: (chunk.size - 44) / 32_000, language: options.language })
      return transcribe(chunk, options)
    },
    onWords: ({ lines, tentative }) =>
      shown.push({ text: lines.map(({ text }) => text).join(' '), tentative }),
    onEnd: (end) => ends.push(end),
  })
  const speak = async (seconds: number, level = 5_000) => {
    give([new Int16Array(seconds * 16_000).fill(level)])
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { speak, stop, ends, shown, asked, close, pause: (is: boolean) => void (isPaused = is) }
}

const answersHello: TranscribeChunk = async () => ({ words: [hello], language: 'en' })

test('sound goes out every three seconds; words are tentative, then settled', async () => {
  const run = start(answersHello)
  await run.speak(1)
  expect(run.asked).toEqual([])
  for (let second = 0; second < 5; second += 1) await run.speak(1)
  expect(run.asked.map(({ seconds }) => seconds)).toEqual([2, 5])
  expect(run.shown).toEqual([
    { text: '', tentative: 'Hello.' },
    { text: 'Hello.', tentative: '' },
  ])
})

test('a detected language is kept, because detecting it takes time', async () => {
  const words = ['Wo', 'ist', 'Anna?'].map((text, at) => ({
    ...hello,
    text,
    start: at,
    end: at + 0.5,
  }))
  const run = start(async () => ({ words, language: 'de' }))
  for (let second = 0; second < 6; second += 1) await run.speak(1)
  expect(run.asked.map(({ language }) => language)).toEqual([null, 'de'])
})

test('neither a pause nor silence is sent', async () => {
  const run = start(answersHello)
  run.pause(true)
  await run.speak(9)
  run.pause(false)
  await run.speak(9, 3)
  expect(run.asked).toEqual([])
  expect(run.ends).toEqual([])
})

test('three answers in a row that fail end it; one that fails does not', async () => {
  let isFailing = true
  const run = start(async () => {
    if (isFailing) throw new Error('The connection broke.')
    return { words: [hello], language: 'en' }
  })
  await run.speak(3)
  isFailing = false
  await run.speak(3)
  isFailing = true
  for (let turn = 0; turn < 4; turn += 1) await run.speak(3)
  expect(run.ends).toMatchObject([{ reason: 'failed' }])
  expect(run.asked.length).toBe(5)
  expect(run.close).toHaveBeenCalledOnce()
})

test('without the engine it ends at once', async () => {
  const run = start(async () => {
    throw new EarshotError('Not installed.', { code: 'model_unavailable', status: 503 })
  })
  await run.speak(3)
  await run.speak(9)
  expect(run.ends.length).toBe(1)
  expect(run.asked.length).toBe(1)
})

test('no chunk is longer than the service takes, and what was said before it is kept', async () => {
  let answer: (recognized: Awaited<ReturnType<TranscribeChunk>>) => void = () => undefined
  const run = start(() => new Promise((resolve) => (answer = resolve)))
  await run.speak(3)
  // Forty seconds are said while the first answer is on its way.
  for (let second = 0; second < 40; second += 1) await run.speak(1)
  answer({ words: [hello], language: 'en' })
  await run.speak(3)
  await run.speak(3)
  expect(run.asked.map(({ seconds }) => seconds)).toEqual([3, 28])
  answer({ words: [{ ...hello, text: 'Later.', start: 20, end: 21 }], language: 'en' })
  await run.speak(1)
  expect(run.shown.at(-1)).toEqual({ text: 'Hello.', tentative: 'Later.' })
})

test('answers that come far too late end it as too slow', async () => {
  const now = vi.spyOn(performance, 'now')
  let time = 0
  now.mockImplementation(() => (time += 6_000))
  const run = start(answersHello)
  for (let turn = 0; turn < 30; turn += 1) await run.speak(3)
  now.mockRestore()
  expect(run.ends).toEqual([])
  const late = start(answersHello)
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 11_000))
  for (let turn = 0; turn < 30; turn += 1) await late.speak(3)
  vi.restoreAllMocks()
  expect(late.ends).toEqual([{ reason: 'slow' }])
  expect(late.asked.length).toBe(3)
})

test('once it is stopped nothing is sent and nothing is said', async () => {
  const run = start(answersHello)
  run.stop()
  await run.speak(9)
  expect(run.asked).toEqual([])
  expect(run.ends).toEqual([])
  expect(run.close).toHaveBeenCalledOnce()
})

test('words that cannot keep up are cleared, since they would pass for what is said now', async () => {
  const now = vi.spyOn(performance, 'now')
  let clock = 0
  let late = 0
  now.mockImplementation(() => clock)
  let give: OnSound = () => undefined
  followRecording({
    tap: async (onSound) => {
      give = onSound
      return () => undefined
    },
    isPaused: () => false,
    transcribe: async () => {
      clock += late
      return { words: [hello], language: 'en' }
    },
  })
  const speak = async () => {
    give([new Int16Array(16_000).fill(5_000)])
    await new Promise((resolve) => setImmediate(resolve))
  }
  await vi.waitUntil(async () => {
    await speak()
    return useLiveWords.getState().lines.length > 0
  })
  late = 11_000
  await vi.waitUntil(async () => {
    await speak()
    return useLiveWords.getState().end !== null
  })
  expect(useLiveWords.getState()).toMatchObject({
    lines: [],
    tentative: '',
    end: { reason: 'slow' },
  })
  leaveRecording()
  now.mockRestore()
})
