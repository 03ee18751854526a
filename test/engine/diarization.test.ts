/** Who speaks in a mono recording, by the real programs and weights; diarization.nightly.test.ts has what is dearer. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundledModelsFolder } from '../../service/engine/models/catalogue.ts'
import { embedVoice, findSpeakers } from '../../service/engine/diarization/find-speakers.ts'
import { sameVoiceSimilarity, similarity } from '../../service/engine/diarization/voice.ts'
import { findWhisperVad } from '../../service/engine/whisper/binary.ts'
import { diarizationError } from '../support/diarization-error.ts'
import { findWhisper } from '../support/models.ts'
import { makeMono } from '../support/mono.ts'
import { hasSpeechFolder, kennedyClip, makeWav, speechFolder } from '../support/sound.ts'

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

test('one speaker stays one, with a voice of unit length', async () => {
  const progress: number[] = []
  const options = { ...calm(), onProgress: (share: number) => void progress.push(share) }
  const { turns, voices } = await findSpeakers(deps, { wav: kennedy.wav, words: whole() }, options)
  expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set([0]))
  expect(voices).toHaveLength(1)
  expect(voices[0]?.embedding).toHaveLength(192)
  const [voice] = voices
  expect(voice && similarity(voice, voice)).toBeCloseTo(1, 4)
  expect(progress.at(-1)).toBe(1)
})

test('too little speech has no voice and no speakers', async () => {
  const spans = [{ start: 1, end: 1.2 }]
  expect(await embedVoice(deps, { wav: kennedy.wav, spans }, calm())).toBeNull()
  expect(await embedVoice(deps, { wav: kennedy.wav, spans: [] }, calm())).toBeNull()
  const none = await findSpeakers(deps, { wav: kennedy.wav, words: [] }, calm())
  expect(none).toEqual({ turns: [], overlaps: [], voices: [] })
})

test('a cancelled search ends as cancelled', async () => {
  const stopping = new AbortController()
  const options = { signal: stopping.signal, onProgress: () => stopping.abort() }
  const words = whole()
  await expect(findSpeakers(deps, { wav: kennedy.wav, words }, options)).rejects.toMatchObject({
    code: 'cancelled',
  })
})

test('without words and without the program that finds speech it is said what is missing', async () => {
  const bare = { folders: [bundledModelsFolder] }
  await expect(findSpeakers(bare, { wav: kennedy.wav }, calm())).rejects.toMatchObject({
    code: 'model_missing',
  })
})

test.runIf(vadProgram !== undefined)('silence has no speakers', async () => {
  const wav = path.join(folder, 'silence.wav')
  await writeFile(
    wav,
    makeWav({ rate: 16_000 }, 5, () => 0),
  )
  expect(await findSpeakers(deps, { wav }, calm())).toEqual({ turns: [], overlaps: [], voices: [] })
})

describe.runIf(hasSpeechFolder && vadProgram !== undefined)('a conversation of two', () => {
  const reference = [
    [1.06, 1.82, 'Katie'],
    [2.66, 3.32, 'Steve'],
    [4, 7.3, 'Katie'],
    [8.02, 8.86, 'Steve'],
    [9.5, 14.46, 'Katie'],
    [15.28, 17.52, 'Steve'],
  ] as const

  test('its turns are found, and two voices that are not one', async () => {
    const source = path.join(speechFolder, 'v06-two-speakers-mono-16k.wav')
    const { wav } = await makeMono(source, folder)
    const { turns, voices } = await findSpeakers(deps, { wav }, calm())
    const known = reference.map(([start, end, speaker]) => ({ start, end, speaker }))
    const { rate, speakers } = diarizationError(known, turns)
    expect(speakers).toEqual({ reference: 2, found: 2 })
    expect(rate).toBeLessThan(0.1)
    const [katie, steve] = voices
    if (!katie || !steve) throw new Error('Two voices were expected.')
    expect(similarity(katie, steve)).toBeLessThan(sameVoiceSimilarity(katie.model))
  })
})
