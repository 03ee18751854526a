/** Three media types from file to sound, and one that is refused; formats.nightly.test.ts has all of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeBytes } from '../support/decode-bytes.ts'
import { pitchOf } from '../support/sound.ts'
import { readTone } from '../support/tones.ts'

let folder: string
const searchPath = process.env['PATH']
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-formats-'))
  // What follows is our own library's work: no ffmpeg of this machine is to be found.
  process.env['PATH'] = folder
})
afterAll(async () => {
  process.env['PATH'] = searchPath
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['audio/mpeg', 'tone.mp3', 'MP3'],
  ['audio/mp4', 'tone.m4a', 'MP4'],
  ['audio/webm', 'tone.webm', 'WebM'],
])('%s is heard: %s', async (_type, name, container) => {
  const { decoded, pcm } = await decodeBytes(readTone(name), folder)
  expect(decoded.facts.container).toBe(container)
  expect(decoded.isDamaged).toBe(false)
  // An encoder may add a frame or two of its own at either end.
  expect(Math.abs(decoded.durationSeconds - 0.64)).toBeLessThan(0.08)
  expect(Math.abs(pitchOf(pcm) - 440)).toBeLessThan(60)
})

test('a WebM that turns to junk behind its first element ends, and in words', async () => {
  const junk = Buffer.concat([readTone('tone.webm').subarray(0, 48), Buffer.alloc(3000, 0x5a)])
  await expect(decodeBytes(junk, folder)).rejects.toMatchObject({ code: 'decode_failed' })
})
