/** Words begin and end with the voice, whatever else sounds: music before it, and a detector that fails. */
import { chmod, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whisperVadName } from '../../service/engine/whisper/binary.ts'
import { findWhisper } from '../support/models.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { bundledTranscriber, unwatched } from '../support/transcriber.ts'
import { delayed, mix, readChannels, writeCall } from '../support/two-channels.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const program = await findWhisper()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-word-times-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const musicSeconds = 20

/** Chords of three notes with overtones, a new one each second, that fade as plucked strings do. */
function chords(): Float64Array {
  const roots = [220, 174.6, 261.6, 196]
  return Float64Array.from({ length: musicSeconds * 16_000 }, (_, at) => {
    const time = at / 16_000
    const root = roots[Math.floor(time) % roots.length] ?? 220
    const notes = [1, 1.25, 1.5].map((ratio) =>
      [1, 2, 3].reduce(
        (sum, overtone) => sum + Math.sin(2 * Math.PI * root * ratio * overtone * time) / overtone,
        0,
      ),
    )
    return 0.05 * Math.exp(-1.5 * (time % 1)) * notes.reduce((sum, note) => sum + note, 0)
  })
}

async function wordsOf(audioPath: string, whisperCli: string | undefined) {
  const transcriber = bundledTranscriber(folder, whisperCli)
  const { segments } = await transcriber.transcribe({ audioPath, language: 'en' }, unwatched())
  await transcriber.stop()
  return segments.flatMap(({ words }) => words)
}

describe.skipIf(program === undefined)('word times', () => {
  test('the first word after hold music begins where the voice does', async () => {
    const [voice] = await readChannels(kennedyClip, folder)
    const sound = mix(chords(), delayed(voice, musicSeconds))
    const call = await writeCall(path.join(folder, 'call.wav'), sound, sound)
    const words = await wordsOf(call, program)
    // The clip's voice begins at 0.3 s.
    expect(Math.abs((words[0]?.start ?? 0) - musicSeconds - 0.3)).toBeLessThan(0.25)
  }, 120_000)

  test.skipIf(process.platform === 'win32')(
    'without a voice detector that works the words are still there, each in its place',
    async () => {
      const own = await mkdtemp(path.join(folder, 'programs-'))
      await symlink(program ?? '', path.join(own, 'whisper-cli'))
      await writeFile(path.join(own, whisperVadName), '#!/bin/sh\nexit 3\n')
      await chmod(path.join(own, whisperVadName), 0o755)
      const words = await wordsOf(kennedyClip, path.join(own, 'whisper-cli'))
      const said = words.map(({ text }) => text).join(' ')
      expect(wordErrors(kennedyText, said).rate).toBeLessThanOrEqual(0.05)
      const ask = words.find(({ text }) => text === 'ask')
      expect(Math.abs((ask?.start ?? 0) - 3.3)).toBeLessThan(0.25)
    },
    120_000,
  )
})
