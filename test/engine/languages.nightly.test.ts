/** Calls in two languages through the real engine: every line in its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transcription } from '../../service/engine/engine.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText, listRecordings, speechFolder } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { delayed, mix, readChannels, writeCall } from '../support/two-channels.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()
const spanish = listRecordings().find(({ language }) => language === 'es')
const slow = 300_000

let folder: string
let sides: { english: Float64Array; spanish: Float64Array }

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-languages-'))
  if (spanish === undefined) return
  const [english] = await readChannels(kennedyClip, folder)
  const [other] = await readChannels(path.join(speechFolder, spanish.file), folder)
  sides = { english, spanish: delayed(other, english.length / 16_000 + 0.7) }
}, slow)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function transcribe(audioPath: string, language?: string): Promise<Transcription> {
  const transcriber = bundledTranscriber(folder, program)
  try {
    return await transcriber.transcribe(
      { audioPath, ...(language !== undefined && { language }) },
      unwatched(),
    )
  } finally {
    await transcriber.stop()
  }
}

const saidIn = ({ segments, ...whole }: Transcription, language: string): string =>
  segments
    .filter((segment) => (segment.language ?? whole.language) === language)
    .map(({ text }) => text)
    .join(' ')

/** The words are exact for the clip, and the model's own errors in it are allowed for. */
function expectBoth(transcribed: Transcription) {
  expect(wordErrors(kennedyText, saidIn(transcribed, 'en')).rate).toBeLessThanOrEqual(0.1)
  const { rate } = wordErrors(spanish?.text ?? '', saidIn(transcribed, 'es'), 'es')
  expect(rate).toBeLessThanOrEqual(0.25)
  expect(transcribed.language).toBe('es')
  expect(transcribed.languageProbability).toBeGreaterThan(0.5)
}

describe.skipIf(program === undefined || spanish === undefined)('a call in two languages', () => {
  test(
    'keeps both where each side speaks its own',
    async () => {
      const call = path.join(folder, 'call.wav')
      expectBoth(await transcribe(await writeCall(call, sides.english, sides.spanish)))
    },
    slow,
  )

  test(
    'keeps both where one follows the other on the same track',
    async () => {
      const both = mix(sides.english, sides.spanish)
      const transcribed = await transcribe(
        await writeCall(path.join(folder, 'mono.wav'), both, both),
      )
      expectBoth(transcribed)
      const starts = transcribed.segments.map(({ start }) => start)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    },
    slow,
  )

  test(
    'is all in the language that its owner names',
    async () => {
      const both = mix(sides.english, sides.spanish)
      const file = await writeCall(path.join(folder, 'forced.wav'), both, both)
      const { language, segments, languageProbability } = await transcribe(file, 'es')
      expect(language).toBe('es')
      expect(languageProbability).toBeNull()
      expect(segments.some((segment) => segment.language !== undefined)).toBe(false)
    },
    slow,
  )
})
