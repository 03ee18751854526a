/** Who speaks in a mono recording, in several processes, and where the program that finds speech fails. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { embedVoice, findSpeakers } from '../../service/engine/diarization/find-speakers.ts'
import { similarity } from '../../service/engine/diarization/voice.ts'
import { findWhisperVad } from '../../service/engine/whisper/binary.ts'
import { findWhisper } from '../support/models.ts'
import { makeMono } from '../support/mono.ts'
import { kennedyClip, makeWav } from '../support/sound.ts'

const cli = await findWhisper()
const vadProgram = cli === undefined ? undefined : await findWhisperVad(cli)
if (vadProgram === undefined) {
  process.stderr.write('SKIPPED: finding speech, because its program is not built.\n')
}

let folder: string
let kennedy: { wav: string; seconds: number }
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-speakers-'))
  kennedy = await makeMono(kennedyClip, folder)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const deps = { folders: [bundledModelsFolder], ...(vadProgram !== undefined && { vadProgram }) }
const calm = () => ({ signal: new AbortController().signal, onProgress: () => undefined })
const whole = () => [{ start: 0, end: kennedy.seconds }]

test('two halves of one speech are one voice', async () => {
  const half = kennedy.seconds / 2
  const [first, second] = await Promise.all(
    [
      { start: 0, end: half },
      { start: half, end: kennedy.seconds },
    ].map((span) => embedVoice(deps, { wav: kennedy.wav, spans: [span] }, calm())),
  )
  if (!first || !second) throw new Error('No voice was found.')
  // Five seconds each, recorded in 1961; two people are this alike once in a thousand pairs.
  expect(similarity(first, second)).toBeGreaterThan(0.57)
})

test('two processes find in a long recording what one finds', async () => {
  // A process is given 20 s of speech at least: these are just enough for two.
  const clips = 4
  const sound = (await readFile(kennedy.wav)).subarray(44)
  const wav = path.join(folder, 'long.wav')
  await writeFile(
    wav,
    makeWav({ rate: 16_000 }, clips * kennedy.seconds, (_, time) => {
      const sample = Math.round(time * 16_000) % (sound.length / 2)
      return sound.readInt16LE(sample * 2) / 32_768
    }),
  )
  const spans = Array.from({ length: clips }, (_, at) => ({
    start: at * kennedy.seconds + 0.2,
    end: (at + 1) * kennedy.seconds - 0.2,
  }))
  const bare = { folders: deps.folders, vadProgram: process.execPath }
  const find = (threads: number, progress: number[]) => {
    const options = { ...calm(), onProgress: (share: number) => void progress.push(share) }
    return findSpeakers({ ...bare, threads }, { wav, words: spans }, options)
  }
  const progress: number[] = []
  const [one, two] = [await find(1, []), await find(2, progress)]
  expect(two).toEqual(one)
  expect(two.voices).toHaveLength(1)
  const embed = (threads: number) => embedVoice({ ...bare, threads }, { wav, spans }, calm())
  expect(await embed(2)).toEqual(await embed(1))
  expect(progress.toSorted((a, b) => a - b)).toEqual(progress)
  expect(progress.at(-1)).toBe(1)
})

test('where the search for speech fails, speech is where the words are', async () => {
  const lines: string[] = []
  // Node knows none of the options and ends at once.
  const broken = {
    ...deps,
    vadProgram: process.execPath,
    log: (line: string) => void lines.push(line),
  }
  const { turns } = await findSpeakers(broken, { wav: kennedy.wav, words: whole() }, calm())
  expect(turns.map(({ start, end }) => [start, end])).toEqual([[0, kennedy.seconds]])
  expect(lines.join('\n')).toContain('where the words are')
})
