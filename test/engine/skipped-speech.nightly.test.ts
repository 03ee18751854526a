/** What is said between two long pauses, which whisper's model leaps over, is transcribed. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWhisper } from '../support/models.ts'
import { hasSpeechFolder, kennedyClip, kennedyText, speechFolder } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { delayed, mix, readChannels, writeCall } from '../support/two-channels.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-skipped-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The sound between two seconds of a recording. */
async function cut(file: string, [from, to]: readonly [number, number]): Promise<Float64Array> {
  const [sound] = await readChannels(file, folder)
  return sound.subarray(from * 16_000, to * 16_000)
}

test.skipIf(program === undefined || !hasSpeechFolder)(
  'no sentence between two long pauses is lost',
  async () => {
    const before = await cut(path.join(speechFolder, 'v13-printing-48k-24bit.wav'), [5.2, 7.35])
    const between = await cut(kennedyClip, [0, 11])
    const after = await cut(path.join(speechFolder, 'v03-printing-8k-mulaw.wav'), [0, 4])
    const sound = mix(mix(before, delayed(between, 7.85)), delayed(after, 26.15))
    const transcriber = bundledTranscriber(folder, program)
    const { segments } = await transcriber.transcribe(
      { audioPath: await writeCall(path.join(folder, 'call.wav'), sound, sound), language: 'en' },
      unwatched(),
    )
    await transcriber.stop()
    const said = segments.filter(({ start }) => start > 8 && start < 19).map(({ text }) => text)
    expect(wordErrors(kennedyText, said.join(' ')).rate).toBe(0)
    expect(segments.at(-1)?.text).toMatch(/^The invention of movable metal letters/)
  },
  120_000,
)
