import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLoudness } from '../../../../service/engine/sound/levels.ts'
import { splitAtPauses } from '../../../../service/engine/sound/spans.ts'
import { copyMono } from '../../../../service/engine/sound/wav.ts'
import { createPcmWriter } from '../../../../service/engine/decode/pcm-writer.ts'
import { readPcm } from '../../../support/sound.ts'

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

test('one channel is copied, or both are mixed, chunk after chunk', async () => {
  const file = path.join(folder, 'call.wav')
  const target = path.join(folder, 'part.wav')
  // A step of loudness for each second, the right channel half as loud.
  const level = (channel: number, time: number) => (Math.floor(time) + 1) / (channel + 1) / 10
  await write(file, 2, 3, level)
  const chunks = [
    { start: 0.5, end: 1 },
    { start: 2, end: 2.25 },
  ]
  const { signal } = new AbortController()
  const transcribed = async (channel: number | null) => {
    await copyMono({ path: file, channel }, target, { chunks, signal })
    const { samples, channels } = readPcm(target)
    expect([samples.length, channels]).toEqual([0.75 * 16_000, 1])
    return [samples[0], samples.at(-1)].map((sample) => Math.round(((sample ?? 0) / 32_768) * 1000))
  }
  expect(await transcribed(0)).toEqual([100, 300])
  expect(await transcribed(1)).toEqual([50, 150])
  expect(await transcribed(null)).toEqual([75, 225])
})

test('a copy that is cancelled ends', async () => {
  const file = path.join(folder, 'call.wav')
  await write(file, 1, 1, () => 0.1)
  const chunks = [{ start: 0, end: 1 }]
  const job = copyMono({ path: file, channel: null }, `${file}.part`, {
    chunks,
    signal: AbortSignal.abort(),
  })
  await expect(job).rejects.toMatchObject({ code: 'cancelled' })
})

test('a long recording is cut where it is quiet, and nothing of it is lost', async () => {
  const file = path.join(folder, 'long.wav')
  // Loud but for half a second at 130 s.
  const level = (_channel: number, time: number) => (time > 130 && time < 130.5 ? 0 : 0.5)
  await write(file, 1, 250, level)
  const loudness = await readLoudness(file, 1)
  const spans = splitAtPauses(loudness, 250, 140)
  expect(spans.map((span) => span.start)).toEqual([0, spans[0]?.end])
  expect(spans[0]?.end).toBeGreaterThan(130)
  expect(spans[0]?.end).toBeLessThan(130.5)
  expect(spans.at(-1)?.end).toBe(250)

  const parts = []
  for (const span of spans) {
    const part = path.join(folder, 'part.wav')
    const source = { path: file, channel: null }
    await copyMono(source, part, { chunks: [span], signal: new AbortController().signal })
    const bytes = await readFile(part)
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
    parts.push(bytes.subarray(44))
  }
  expect(Buffer.concat(parts).equals((await readFile(file)).subarray(44))).toBe(true)
})
