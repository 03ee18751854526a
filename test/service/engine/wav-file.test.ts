import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  channelOf,
  copyStretch,
  planStretches,
  readLoudness,
} from '../../../service/engine/wav-file.ts'
import { createPcmWriter } from '../../../service/engine/decode/pcm-writer.ts'
import { sine } from '../../support/sound.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-wav-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a 16 kHz file as the decoder does, a second at a time. */
async function write(
  file: string,
  channels: number,
  seconds: number,
  level: (channel: number, time: number) => number,
): Promise<void> {
  const writer = await createPcmWriter(file, { sampleRate: 16_000, channels })
  for (let second = 0; second < seconds; second += 1) {
    const plane = (channel: number) =>
      Float32Array.from({ length: 16_000 }, (_, at) => level(channel, second + at / 16_000))
    await writer.write(Array.from({ length: channels }, (_, channel) => plane(channel)))
  }
  await writer.close()
}

test('a segment belongs to the channel that is clearly louder, and to none when both speak', async () => {
  const file = path.join(folder, 'call.wav')
  // Left speaks in the first second, right in the second, both in the third.
  const level = (channel: number, time: number) =>
    sine(440, time >= 2 || Math.floor(time) === channel ? 0.5 : 0.05)(0, time)
  await write(file, 2, 3, level)
  const loudness = await readLoudness(file, 2)
  expect(channelOf(loudness, { start: 0.1, end: 0.9 })).toBe(0)
  expect(channelOf(loudness, { start: 1.1, end: 1.9 })).toBe(1)
  expect(channelOf(loudness, { start: 2.1, end: 2.9 })).toBeNull()
})

test('a long recording is cut where it is quiet, and nothing of it is lost', async () => {
  const file = path.join(folder, 'long.wav')
  // Loud but for half a second at 170 s.
  const level = (_channel: number, time: number) => (time > 170 && time < 170.5 ? 0 : 0.5)
  await write(file, 1, 250, level)
  const loudness = await readLoudness(file, 1)
  const stretches = planStretches(loudness, 250, 180)
  expect(stretches.map((stretch) => stretch.start)).toEqual([0, stretches[0]?.end])
  expect(stretches[0]?.end).toBeGreaterThan(170)
  expect(stretches[0]?.end).toBeLessThan(170.5)
  expect(stretches.at(-1)?.end).toBe(250)

  const parts = []
  for (const stretch of stretches) {
    const part = path.join(folder, 'part.wav')
    await copyStretch({ path: file, channels: 1 }, part, stretch)
    const bytes = await readFile(part)
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
    parts.push(bytes.subarray(44))
  }
  expect(Buffer.concat(parts).equals((await readFile(file)).subarray(44))).toBe(true)
})
