/** Every media type that is accepted (api-choices.md 12), from a file of that kind to its sound. */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeBytes } from '../support/decode-bytes.ts'
import { makeWav, pitchOf, sine } from '../support/sound.ts'
import { listTones, readTone } from '../support/tones.ts'

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

const decode = (bytes: Buffer) => decodeBytes(bytes, folder)

describe('without any ffmpeg', () => {
  test.each([
    ['audio/mpeg', 'tone.mp3', 'MP3'],
    ['audio/mpeg, variable bit rate behind a tag', 'vbr.mp3', 'MP3'],
    ['audio/mp4 and audio/x-m4a', 'tone.m4a', 'MP4'],
    ['audio/mp4 with a picture of its cover', 'cover.m4a', 'MP4'],
    ['audio/aac', 'tone.aac', 'ADTS'],
    ['audio/flac', 'tone.flac', 'FLAC'],
    ['audio/ogg', 'tone.ogg', 'Ogg'],
    ['audio/opus', 'tone.opus', 'Ogg'],
    ['audio/webm', 'tone.webm', 'WebM'],
    ['audio/3gpp and video/3gpp', 'tone.3gp', 'MP4'],
    ['video/mp4', 'video.mp4', 'MP4'],
    ['video/quicktime', 'video.mov', 'QuickTime File Format'],
    ['video/webm', 'video.webm', 'WebM'],
    ['video/x-matroska with two sound tracks', 'two-tracks.mkv', 'Matroska'],
  ])('%s is heard: %s', async (_type, name, container) => {
    const { decoded, pcm } = await decode(readTone(name))
    expect(decoded.facts.container).toBe(container)
    expect(decoded.isDamaged).toBe(false)
    // An encoder may add a frame or two of its own at either end.
    expect(Math.abs(decoded.durationSeconds - 0.64)).toBeLessThan(0.08)
    expect(Math.abs(pitchOf(pcm) - 440)).toBeLessThan(60)
  })

  test.each([
    ['audio/aiff', 'tone.aiff'],
    ['audio/amr', 'tone.amr'],
    ['video/x-msvideo', 'video.avi'],
    ['video/mpeg', 'video.mpg'],
    ['audio/mp4 in Apple Lossless', 'alac.m4a'],
    ['audio/mp4 in AC-3', 'ac3.mp4'],
  ])('%s is refused with the advice to install one: %s', async (_type, name) => {
    const source = listTones().find((each) => each.name === name)
    if (source === undefined) throw new Error(`There is no ${name}.`)
    await expect(decode(source.bytes)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/needs a decoder that is not installed.*Install ffmpeg/),
    })
  })
})

describe('rates and channels', () => {
  const rates = [7350, 44_100, 192_000, 8000, 11_025, 22_050, 32_000, 48_000, 96_000]
  test.each(rates)('a WAV at %i Hz keeps its pitch and its length', async (rate) => {
    const { decoded, pcm } = await decode(makeWav({ rate }, 0.5, sine(440)))
    expect(decoded.durationSeconds).toBeCloseTo(0.5, 2)
    expect(Math.abs(pitchOf(pcm) - 440)).toBeLessThan(8)
  })

  test.each([2, 3, 8, 1, 4, 5, 6, 7])('a WAV of %i channels is heard', async (channels) => {
    const { decoded, pcm } = await decode(makeWav({ rate: 16_000, channels }, 0.5, sine(440)))
    expect(decoded.channels).toBe(channels === 2 ? 2 : 1)
    expect(decoded.durationSeconds).toBeCloseTo(0.5, 2)
    expect(Math.abs(pitchOf(pcm) - 440)).toBeLessThan(8)
  })

  test.each([
    ['10 ms at 16 kHz', 16_000, 0.01],
    ['10 ms at 44.1 kHz', 44_100, 0.01],
    ['one sample', 16_000, 1 / 16_000],
  ])('a recording of %s is decoded', async (_name, rate, seconds) => {
    const { decoded } = await decode(makeWav({ rate }, seconds, sine(440)))
    expect(decoded.durationSeconds).toBeCloseTo(seconds, 3)
  })
})
