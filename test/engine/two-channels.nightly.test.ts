/** Calls on two channels through the real engine: who spoke, echo, and work taken up again. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PartStore, Transcriber, Transcription } from '../../service/engine/engine.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText, listRecordings, speechFolder } from '../support/sound.ts'
import { isNightly, perChange } from '../support/nightly.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { delayed, echoOf, mix, readChannels, writeCall } from '../support/two-channels.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: calls on two channels, because whisper-cli is not built.\n')
}
const recordings = listRecordings()
const slow = 300_000

/**
 * The other side says the same words this many seconds later: while the first still speaks, and by
 * night also long after. Either is a true repetition, not an echo.
 */
const delays = [2.7, 12].slice(0, perChange(1, 2))

let folder: string
let left: Float64Array
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-call-'))
  left = (await readChannels(kennedyClip, folder))[0]
})
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()))
  await rm(folder, { recursive: true, force: true })
})

const started: Transcriber[] = []
const engine = (): Transcriber => {
  const transcriber = bundledTranscriber(folder, program)
  started.push(transcriber)
  return transcriber
}

const work = (change = {}) => ({ ...unwatched(), ...change })

const transcribe = (audioPath: string, change = {}) =>
  engine().transcribe({ audioPath, language: 'en' }, work(change))

/** What the first or the second speaker said, in one line. */
const saidBy = ({ segments }: Transcription, index: number): string =>
  segments
    .filter(({ speaker }) => speaker === index)
    .map(({ text }) => text)
    .join(' ')

function memoryStore(onWrite: () => void = () => undefined) {
  const values = new Map<string, object>()
  const store: PartStore = {
    read: async (key) => structuredClone(values.get(key)),
    write: async (key, value) => {
      values.set(key, structuredClone(value))
      if (key.startsWith('heard:')) onWrite()
    },
  }
  return { store, transcribed: () => [...values.keys()].filter((key) => key.startsWith('heard:')) }
}

/** A call transcribed with a stop after its first channel, and what the parts kept were good for. */
async function transcribeInTwoGoes(call: string) {
  const stopping = new AbortController()
  const { store, transcribed } = memoryStore(() => stopping.abort())
  const stopped = transcribe(call, { signal: stopping.signal, parts: store })
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
  expect(transcribed()).toHaveLength(1)

  const seen: number[] = []
  const onProgress = (fraction: number): void => void seen.push(fraction)
  const written: string[] = []
  const parts: PartStore = {
    read: store.read,
    write: async (key, value) => {
      written.push(key)
      await store.write(key, value)
    },
  }
  const resumed = await transcribe(call, { parts, onProgress })
  return { resumed, seen, written, parts }
}

type InTwoGoes = Awaited<ReturnType<typeof transcribeInTwoGoes>>

const firstWords = 'And so my fellow Americans'

const echoes = [
  { seconds: 0.1, decibels: 8 },
  { seconds: 0.4, decibels: 20 },
]

describe.skipIf(program === undefined).each(delays)(
  'a call whose second side speaks %d s after the first',
  (delay) => {
    let call: string
    let inTwoGoes: InTwoGoes
    beforeAll(async () => {
      call = await writeCall(path.join(folder, `call-${delay}.wav`), left, delayed(left, delay))
      inTwoGoes = await transcribeInTwoGoes(call)
    }, slow)

    test('is transcribed channel by channel, in the order in which it was said', () => {
      const { resumed } = inTwoGoes
      for (const speaker of [0, 1]) {
        expect(wordErrors(kennedyText, saidBy(resumed, speaker)).rate).toBeLessThanOrEqual(0.1)
      }
      expect(resumed.speakers).toHaveLength(2)
      expect(resumed.echo).toBe('none')
      const starts = resumed.segments.map(({ start }) => start)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      const second = resumed.segments.find(({ speaker }) => speaker === 1)
      expect(Math.abs((second?.start ?? 0) - (delay + 0.3))).toBeLessThan(0.5)
    })

    test(
      'stopped after its first part goes on with the second and ends as if nothing had been',
      async () => {
        const { resumed, seen, written, parts } = inTwoGoes
        expect(written.filter((key) => key.startsWith('heard:'))).toHaveLength(1)
        expect(seen[0]).toBeGreaterThan(0.4)
        expect(seen).toEqual(seen.toSorted((a, b) => a - b))
        // Here the first part came from the store and the second did not; now both do, and nothing
        // is transcribed at all.
        written.length = 0
        expect(await transcribe(call, { parts })).toEqual(resumed)
        expect(written).toEqual([])
        if (isNightly) expect(await transcribe(call)).toEqual(resumed)
      },
      slow,
    )
  },
)

describe.skipIf(program === undefined)('a call on two channels', () => {
  test.each(echoes.slice(0, perChange(1, 2)))(
    'with an echo %o keeps every line once, with the one who said it',
    async (echo) => {
      const name = path.join(folder, `echo-${echo.decibels}.wav`)
      // All of it by night; the first sentence, which costs half as much, where the engines changed.
      const said = isNightly ? left : left.slice(0, 2.9 * 16_000)
      const text = isNightly ? kennedyText : firstWords
      const right = mix(delayed(said, isNightly ? 12 : 4), echoOf(said, echo))
      const transcribed = await transcribe(await writeCall(name, said, right))
      for (const speaker of [0, 1]) {
        expect(wordErrors(text, saidBy(transcribed, speaker)).rate).toBeLessThanOrEqual(0.1)
      }
      expect(transcribed.echo).toBe('reduced')
    },
    slow,
  )

  test.skipIf(recordings.length === 0)(
    'of real people is told apart, its segments are sentences of at most 30 s',
    async () => {
      const whole = path.join(speechFolder, 'v08-call-stereo-8k.wav')
      const transcribed = await transcribe(isNightly ? whole : await excerpt(whole, [19.9, 27.3]))
      const [first, second] = [saidBy(transcribed, 0), saidBy(transcribed, 1)]
      // These two overlap by 0.3 s.
      expect(first).toContain('peaceful night')
      expect(second).toContain('workhouse')
      expect(second).not.toContain('peaceful')
      expect(transcribed.echo).toBe('none')
      for (const { start, end, text, words } of transcribed.segments) {
        expect(end - start).toBeLessThanOrEqual(30)
        expect(text).toMatch(/[.!?]["”]?$/)
        expect(text).toBe(words.map((word) => word.text).join(' '))
      }
    },
    slow,
  )
})

/** Part of a call, from one second to another, as a file of its own. */
async function excerpt(file: string, seconds: readonly [number, number]): Promise<string> {
  const [start, end] = seconds.map((second) => second * 16_000)
  const [first, second] = await readChannels(file, folder)
  const name = path.join(folder, `excerpt-${path.basename(file)}`)
  return writeCall(name, first.slice(start, end), second.slice(start, end))
}
