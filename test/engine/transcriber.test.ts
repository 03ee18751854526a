/**
 * The speech engine through its door: real weights, real whisper-cli, real words. With each change that is one clip, and how
 * work ends; transcriber.nightly.test.ts and two-channels.nightly.test.ts have the rest, where the engines changed, too.
 */
import { copyFile, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcription } from '../../service/engine/engine.ts'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import type { TranscriberOptions } from '../../service/engine/whisper/transcriber.ts'
import { onEnd } from '../../service/telemetry/observer.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { perChange } from '../support/nightly.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()
if (program === undefined) {
  process.stderr.write('SKIPPED: the speech engine, because whisper-cli is not built.\n')
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-engine-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const engine = (change: Partial<TranscriberOptions> = {}) =>
  bundledTranscriber(folder, program, change)

const work = (change = {}) => ({ ...unwatched(), ...change })

const leftBehind = () => readdir(path.join(folder, 'work'))

describe.skipIf(program === undefined)('the speech engine', () => {
  /** The clip, transcribed once for all who look at it. */
  let kennedy: Promise<{ transcribed: Transcription; seen: number[]; told: string[] }> | undefined
  const transcribeKennedy = () =>
    (kennedy ??= (async () => {
      const seen: number[] = []
      const onProgress = (fraction: number): void => void seen.push(fraction)
      const options = work({ onProgress })
      const told: string[] = []
      const stops = [
        onEnd('stage', ({ stage }) => told.push(stage)),
        onEnd('child', ({ program: name }) => told.push(name)),
      ]
      const transcriber = engine()
      const transcribed = await transcriber.transcribe({ audioPath: kennedyClip }, options)
      await transcriber.stop()
      for (const stop of stops) stop()
      return { transcribed, seen, told }
    })())

  test('tells metrics and traces of its stages, and of the processes that it runs', async () => {
    const { told } = await transcribeKennedy()
    const stages = ['decode', 'words', 'speakers']
    expect(told.filter((name) => stages.includes(name))).toEqual(stages)
    expect(told).toEqual(
      expect.arrayContaining([expect.stringMatching(/^whisper-cli/), 'decode-child.ts']),
    )
  })

  test('hears the words of a real recording, each at its time, and says which language', async () => {
    const { transcribed, seen } = await transcribeKennedy()
    const said = transcribed.segments.map((segment) => segment.text).join(' ')
    expect(wordErrors(kennedyText, said).rate).toBeLessThanOrEqual(0.05)
    expect(transcribed).toMatchObject({ language: 'en', modelUsed: 'whisper-base-q5_1' })
    expect(transcribed.languageProbability).toBeGreaterThan(0.9)
    expect(Math.abs(transcribed.durationSeconds - 11)).toBeLessThan(0.1)

    const words = transcribed.segments.flatMap((segment) => segment.words)
    expect(words.length).toBeGreaterThanOrEqual(21)
    const times = words.flatMap((word) => [word.start, word.end])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(11)
    // Both follow a pause of a second; the voice detector finds speech from 3.27 and 5.38 s.
    const [ask, what] = ['ask', 'what'].map((text) => words.find((word) => word.text === text))
    expect(Math.abs((ask?.start ?? 0) - 3.3)).toBeLessThan(0.25)
    expect(Math.abs((what?.start ?? 0) - 5.4)).toBeLessThan(0.25)
    expect(words.every((word) => word.confidence > 0 && word.confidence <= 1)).toBe(true)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(seen.at(-1)).toBe(1)
    expect(await leftBehind()).toEqual(['running'])
  })

  test('cancelled while it listens, it is quiet within two seconds and leaves nothing', async () => {
    const stopping = new AbortController()
    let cancelledAt = 0
    const whisper = engine()
    const onProgress = (fraction: number): void => {
      if (fraction < 0.05 || cancelledAt > 0) return
      cancelledAt = performance.now()
      stopping.abort()
    }
    const job = whisper.transcribe(
      { audioPath: kennedyClip },
      { signal: stopping.signal, onProgress },
    )
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    // Held to the two seconds by night only: with each change other tests share the machine.
    expect(performance.now() - cancelledAt).toBeLessThan(perChange(20_000, 2_000))
    expect(await leftBehind()).toEqual(['running'])
    expect(await readdir(path.join(folder, 'work', 'running'))).toEqual([])
  })

  test('weights with one changed byte are refused before anything runs', async () => {
    const own = await mkdtemp(path.join(folder, 'models-'))
    const vad = 'silero-vad-v6.2.3.ggml.bin'
    const base = 'whisper-base-q5_1.ggml.bin'
    await copyFile(path.join(bundledModelsFolder, vad), path.join(own, vad))
    const bytes = await readFile(path.join(bundledModelsFolder, base))
    bytes.writeUInt8(bytes.readUInt8(30_000_000) ^ 1, 30_000_000)
    await writeFile(path.join(own, base), bytes)
    const job = engine({ folders: [own] }).transcribe({ audioPath: kennedyClip }, work())
    await expect(job).rejects.toMatchObject({ code: 'model_missing' })
  })
})

test('without whisper-cli or weights the status says what to do', async () => {
  const missing = path.join(folder, 'nowhere')
  const withoutProgram = engine({ whisperCli: missing })
  expect(await withoutProgram.status()).toMatchObject({
    ready: false,
    reason: expect.stringContaining('build-whisper'),
  })
  await expect(withoutProgram.transcribe({ audioPath: kennedyClip }, work())).rejects.toMatchObject(
    { code: 'model_missing' },
  )
  expect(await engine({ folders: [missing], whisperCli: process.execPath }).status()).toMatchObject(
    {
      ready: false,
      reason: expect.stringContaining('npm run models -- install'),
    },
  )
})
