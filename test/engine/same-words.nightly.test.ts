/** What is written does not depend on how many threads wrote it, and so not on how busy a machine is. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { hasSpeechFolder, speechFolder } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'

const program = await findWhisper()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-same-words-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.skipIf(program === undefined || !hasSpeechFolder)(
  'the same words and times on one thread and on two',
  async () => {
    // Of eight kilohertz, so that whisper looks at it a second time, with five beams.
    const audioPath = path.join(speechFolder, 'v08-call-stereo-8k.wav')
    const written = []
    for (const threads of [1, 2]) {
      const transcriber = bundledTranscriber(path.join(folder, String(threads)), program, {
        threads,
      })
      written.push(await transcriber.transcribe({ audioPath, language: 'en' }, unwatched()))
      await transcriber.stop()
    }
    const [onOne, onTwo] = written
    expect(onOne?.segments.length).toBeGreaterThan(3)
    expect(onTwo?.segments).toEqual(onOne?.segments)
  },
  120_000,
)
