/** Calls on two channels through the real engine: who spoke, echo, and work taken up again. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import type { PartStore, Transcription } from '../../service/engine/engine.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText, listRecordings, speechFolder } from '../support/sound.ts'
import { perChange } from '../support/nightly.ts'
import { delayed, echoOf, mix, readChannels, writeCall } from '../support/two-channels.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: calls on two channels, because whisper-cli is not built.\n')
}
const recordings = listRecordings()
const slow = 300_000

let folder: string
let left: Float64Array
let right: Float64Array
let call: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-call-'))
  // The same words, said again by the other side 12 s later: a true repetition.
  left = (await readChannels(kennedyClip, folder))[0]
  right = delayed(left, 12)
  call = await writeCall(path.join(folder, 'call.wav'), left, right)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const engine = () =>
  createTranscriber({
    folders: [bundledModelsFolder],
    workDir: path.join(folder, 'work'),
    cacheDir: earshotCacheDir(process.env['EARSHOT_CACHE_DIR']),
    whisperCli: program,
    // Two threads that wait for each other take many times as long on a busy machine.
    threads: 1,
    log: createLog('silent'),
  })

const work = (change = {}) => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  ...change,
})

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

let wholeCall: Promise<Transcription> | undefined
/** The call, transcribed once for all who compare with it. */
const transcribeWhole = () => (wholeCall ??= transcribe(call))

const echoes = [
  { seconds: 0.1, decibels: 8 },
  { seconds: 0.4, decibels: 20 },
]

describe.skipIf(program === undefined)('a call on two channels', () => {
  test(
    'is transcribed channel by channel, in the order in which it was said',
    async () => {
      const transcribed = await transcribeWhole()
      for (const speaker of [0, 1]) {
        expect(wordErrors(kennedyText, saidBy(transcribed, speaker)).rate).toBeLessThanOrEqual(0.1)
      }
      expect(transcribed.speakers).toHaveLength(2)
      expect(transcribed.echo).toBe('none')
      const starts = transcribed.segments.map(({ start }) => start)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      const second = transcribed.segments.find(({ speaker }) => speaker === 1)
      expect(Math.abs((second?.start ?? 0) - 12.3)).toBeLessThan(0.5)
    },
    slow,
  )

  test.each(echoes.slice(0, perChange(1, 2)))(
    'with an echo %o keeps every line once, with the one who said it',
    async (echo) => {
      const name = path.join(folder, `echo-${echo.decibels}.wav`)
      const transcribed = await transcribe(
        await writeCall(name, left, mix(right, echoOf(left, echo))),
      )
      for (const speaker of [0, 1]) {
        expect(wordErrors(kennedyText, saidBy(transcribed, speaker)).rate).toBeLessThanOrEqual(0.1)
      }
      expect(transcribed.echo).toBe('reduced')
    },
    slow,
  )

  test(
    'keeps what both say at once',
    async () => {
      const name = path.join(folder, 'overlap.wav')
      const transcribed = await transcribe(await writeCall(name, left, delayed(left, 2.7)))
      for (const speaker of [0, 1]) {
        expect(wordErrors(kennedyText, saidBy(transcribed, speaker)).rate).toBeLessThanOrEqual(0.1)
      }
    },
    slow,
  )

  test(
    'stopped after its first part goes on with the second and ends as if nothing had been',
    async () => {
      const whole = await transcribeWhole()
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
      expect(await transcribe(call, { parts, onProgress })).toEqual(whole)
      expect(written.filter((key) => key.startsWith('heard:'))).toHaveLength(1)
      expect(seen[0]).toBeGreaterThan(0.4)
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      // A third time nothing is transcribed at all.
      written.length = 0
      expect(await transcribe(call, { parts })).toEqual(whole)
      expect(written).toEqual([])
    },
    slow,
  )

  test.skipIf(recordings.length === 0)(
    'of real people is told apart, its segments are sentences of at most 30 s',
    async () => {
      const audioPath = path.join(speechFolder, 'v08-call-stereo-8k.wav')
      const transcribed = await transcribe(audioPath)
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
