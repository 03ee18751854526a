/** The owner's names and terms, while whisper decodes. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-terms-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(program === undefined)(
  'a term is favoured where the engine hesitates; those that nobody says change no word',
  async () => {
    const transcriber = bundledTranscriber(folder, program)
    const textWith = async (vocabulary: string[]) => {
      const request = { audioPath: kennedyClip, language: 'en', vocabulary }
      const { segments } = await transcriber.transcribe(request, unwatched())
      return segments.map(({ text }) => text).join(' ')
    }
    // It hesitates whether there is a comma.
    expect(await textWith([])).toContain('fellow Americans, ask')
    expect(await textWith(['Americans ask'])).toContain('fellow Americans ask')
    const foreign = Array.from({ length: 400 }, (_, at) => `Kowalczyk${at} Ośrodek`)
    const said = await textWith([...foreign, '会议', 'C++', "O'Neill"])
    expect(wordErrors(kennedyText, said).rate).toBe(0)
    await transcriber.stop()
  },
  120_000,
)
