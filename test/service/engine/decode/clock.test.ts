import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { MkvOutputFormat, Mp4OutputFormat, MpegTsOutputFormat } from 'mediabunny'
import { expect, test } from 'vitest'
import { findFfmpeg } from '../../../../service/engine/decode/system-ffmpeg.ts'
import { decodeSound } from '../../../support/decoded-sound.ts'
import { mux, pcmTrack, pictureTrack, toneTrack } from '../../../support/remux.ts'

const hasFfmpeg = (await findFfmpeg()) !== undefined

// One for each way of decoding: our decoders, the PCM reader, and ffmpeg.
const kinds = ['AAC', 'PCM', ...(hasFfmpeg ? ['AC-3'] : [])]
const track = (kind: string, start: number, seconds: number) =>
  kind === 'PCM'
    ? pcmTrack(start, seconds)
    : toneTrack(kind === 'AAC' ? 'tone.m4a' : 'ac3.mp4', start, seconds)

test.each(kinds)('%s on a clock that begins at 600 s is as long as its sound', async (kind) => {
  const sound = await decodeSound(await mux(new MkvOutputFormat(), await track(kind, 600, 3)))
  expect(sound.durationSeconds).toBeCloseTo(3, 0)
  expect(sound.statedSeconds).toBeCloseTo(3, 0)
  expect(sound.begins).toBeLessThan(0.1)
})

test('a transport stream on a clock of eleven hours is no recording of eleven hours', async () => {
  const hours = 11 * 3600
  const sound = await decodeSound(await mux(new MpegTsOutputFormat(), await track('AAC', hours, 3)))
  expect(sound.durationSeconds).toBeCloseTo(3, 0)
})

test.skipIf(!hasFfmpeg)('a broadcast with MPEG audio of layer II is heard', async () => {
  const tones = path.join(import.meta.dirname, '../../../fixtures/tones')
  const made = await promisify(execFile)(
    'ffmpeg',
    ['-v', 'error', '-i', path.join(tones, 'tone.m4a'), '-c:a', 'mp2', '-f', 'mpegts', '-'],
    { encoding: 'buffer' },
  )
  const sound = await decodeSound(made.stdout)
  expect(sound.durationSeconds).toBeGreaterThan(0.55)
  expect(sound.durationSeconds).toBeLessThan(0.75)
  expect(sound.begins).toBeLessThan(0.2)
})

test.each(kinds)('%s that begins 2 s after the picture is preceded by silence', async (kind) => {
  const picture = await pictureTrack(0, 5)
  const sound = await decodeSound(
    await mux(new MkvOutputFormat(), picture, await track(kind, 2, 3)),
  )
  // The fixtures begin with up to 64 ms of silence.
  expect(sound.begins).toBeGreaterThan(1.99)
  expect(sound.begins).toBeLessThan(2.08)
  expect(sound.durationSeconds).toBeCloseTo(5, 0)
})

test('both together: the picture begins at 600 s, the sound 2 s later, in an MP4', async () => {
  const picture = await pictureTrack(600, 5)
  const sound = await decodeSound(
    await mux(new Mp4OutputFormat(), picture, await track('AAC', 602, 3)),
  )
  expect(sound.begins).toBeGreaterThan(1.99)
  expect(sound.begins).toBeLessThan(2.08)
  expect(sound.durationSeconds).toBeCloseTo(5, 0)
})
