import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { JobError } from '../../../../service/core/errors.ts'
import { decodeAudio } from '../../../../service/engine/decode/decode-audio.ts'
import type { MediaFacts } from '../../../../service/engine/engine.ts'
import { findFfmpeg } from '../../../../service/engine/decode/system-ffmpeg.ts'
import {
  kennedyClip,
  listRecordings,
  makeWav,
  pitchOf,
  readPcm,
  sine,
  speechFolder,
  type WavShape,
} from '../../../support/sound.ts'
import { isNightly, perChange } from '../../../support/nightly.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-decode-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const options = { signal, onProgress: () => undefined }

const deps = () => ({ nodePath: process.execPath, runDir: path.join(folder, 'running') })

async function decode(name: string, bytes: Uint8Array) {
  const file = path.join(folder, name)
  await writeFile(file, bytes)
  const target = path.join(folder, 'out.wav')
  const decoded = await decodeAudio(deps(), { path: file, target }, options)
  return { decoded, pcm: readPcm(target) }
}

const shapes: [string, WavShape][] = [
  ['8 kHz µ-law', { rate: 8000, bits: 'mulaw' }],
  ['44.1 kHz, 16 bits, stereo', { rate: 44_100, channels: 2 }],
  ['96 kHz, float', { rate: 96_000, bits: 32 }],
  ['11 025 Hz, 8 bits', { rate: 11_025, bits: 8 }],
  ['16 kHz, 16 bits', { rate: 16_000 }],
  ['48 kHz, 24 bits', { rate: 48_000, bits: 24 }],
]
// Each decodes in a process of its own.
test.each(shapes.slice(0, perChange(1, 6)))(
  'a WAV of %s becomes 16 kHz with the same pitch and length',
  async (_name, shape) => {
    const { decoded, pcm } = await decode('tone.wav', makeWav(shape, 2, sine(440)))
    expect(pcm.rate).toBe(16_000)
    expect(pcm.channels).toBe(shape.channels ?? 1)
    expect(decoded.durationSeconds).toBeCloseTo(2, 2)
    expect(pitchOf(pcm)).toBeGreaterThan(435)
    expect(pitchOf(pcm)).toBeLessThan(445)
  },
)

test('a tone that 16 kHz cannot carry vanishes instead of being folded down', async () => {
  const { pcm } = await decode('tone.wav', makeWav({ rate: 44_100 }, 1, sine(10_000)))
  const loudest = pcm.samples.slice(1000, -1000).reduce((most, s) => Math.max(most, Math.abs(s)), 0)
  expect(loudest).toBeLessThan(30)
})

test('two channels stay apart, and equal ones are told from different ones', async () => {
  const pitches = (channel: number, time: number) => sine(channel === 0 ? 300 : 900)(0, time)
  const apart = await decode('two.wav', makeWav({ rate: 48_000, channels: 2 }, 1, pitches))
  expect(apart.decoded.channelsDiffer).toBe(true)
  expect(Math.abs(pitchOf(apart.pcm, 0) - 300)).toBeLessThan(10)
  expect(Math.abs(pitchOf(apart.pcm, 1) - 900)).toBeLessThan(10)
  const equal = await decode('one.wav', makeWav({ rate: 48_000, channels: 2 }, 1, sine(300)))
  expect(equal.decoded.channelsDiffer).toBe(false)
})

test('a channel that parts from the other in the middle stays on the same clock', async () => {
  const level = (channel: number, time: number) =>
    sine(channel === 1 && time > 1.0007 ? 900 : 300)(0, time)
  const { pcm } = await decode('parting.wav', makeWav({ rate: 44_100, channels: 2 }, 2, level))
  let error = 0
  for (let frame = 20_000; frame < 30_000; frame += 1) {
    error += Math.abs((pcm.samples[frame * 2 + 1] ?? 0) - 32_768 * sine(900)(0, frame / 16_000))
  }
  // One sample too early or late would be 3 700; the filter's own delay is known to a quarter of one.
  expect(error / 10_000).toBeLessThan(1000)
})

test('six channels are mixed to one', async () => {
  const { decoded, pcm } = await decode(
    'six.wav',
    makeWav({ rate: 16_000, channels: 6 }, 1, sine(440)),
  )
  expect(decoded.channels).toBe(1)
  expect(Math.abs(pitchOf(pcm) - 440)).toBeLessThan(10)
})

test('an MP3 of real speech tells its tracks, and keeps its length to the tenth of a second', async () => {
  const target = path.join(folder, 'out.wav')
  const seen: number[] = []
  const told: MediaFacts[] = []
  const onProgress = (fraction: number) => void seen.push(fraction)
  const onReadable = async (media: MediaFacts): Promise<void> => void told.push(media)
  const watched = { signal, onProgress, onReadable }
  const decoded = await decodeAudio(deps(), { path: kennedyClip, target }, watched)
  expect(decoded.durationSeconds).toBeGreaterThan(10.9)
  expect(decoded.durationSeconds).toBeLessThan(11.1)
  expect(seen.at(-1)).toBeGreaterThan(0.99)
  expect(told).toEqual([
    expect.objectContaining({
      container: 'MP3',
      hasVideo: false,
      audioTracks: [{ codec: 'mp3', channels: 1, sampleRate: 16_000 }],
    }),
  ])
})

test('an MP3 with a damaged middle is decoded around the damage', async () => {
  const bytes = await readFile(kennedyClip)
  for (let at = 30_000; at < 34_000; at += 1) bytes[at] = (at * 31) & 255
  const { decoded } = await decode('damaged.mp3', bytes)
  expect(decoded.durationSeconds).toBeGreaterThan(9)
})

test.runIf(isNightly)('an MP3 cut off in the middle gives what is there', async () => {
  const bytes = await readFile(kennedyClip)
  const { decoded } = await decode('cut.mp3', bytes.subarray(0, bytes.length >> 1))
  expect(decoded.durationSeconds).toBeGreaterThan(4)
  expect(decoded.durationSeconds).toBeLessThan(7)
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')

const refused: [what: string, name: string, bytes: Buffer<ArrayBufferLike>, code: string][] = [
  ['text named .mp3', 'a.mp3', Buffer.from('This is not sound. '.repeat(200)), 'unsupported_media'],
  [
    'a playlist',
    'a.mp3',
    Buffer.from('#EXTM3U\n#EXTINF:5,\nfile:///etc/passwd\n'),
    'unsupported_media',
  ],
  [
    'a picture named .mp3',
    'a.mp3',
    Buffer.concat([png, Buffer.alloc(5000, 0xff)]),
    'unsupported_media',
  ],
  ['an empty file', 'a.wav', Buffer.alloc(0), 'no_audio_stream'],
]
test.each(refused.slice(0, perChange(2, 4)))(
  '%s is refused with a code of its own',
  async (_what, name, bytes, code) => {
    await expect(decode(name, bytes)).rejects.toMatchObject({ name: 'JobError', code })
  },
)

test('a recording that claims eleven hours is refused before it is decoded', async () => {
  const wav = makeWav({ rate: 8000, bits: 8 }, 1, () => 0)
  const file = path.join(folder, 'long.wav')
  // A sparse file: 11 h of silence on paper, one second on disk.
  const bytes = 8000 * 3600 * 11
  wav.writeUInt32LE(bytes, 40)
  wav.writeUInt32LE(bytes + 36, 4)
  await writeFile(file, wav)
  await truncate(file, bytes + 44)
  const target = path.join(folder, 'out.wav')
  await expect(decodeAudio(deps(), { path: file, target }, options)).rejects.toMatchObject({
    code: 'media_too_long',
  })
})

const soundless: [what: string, make: () => Buffer][] = [
  ['holds none', () => makeWav({ rate: 16_000 }, 0, () => 0)],
  [
    'promises two seconds and breaks off',
    () => makeWav({ rate: 8000 }, 2, sine(440)).subarray(0, 44),
  ],
]
test.each(soundless.slice(0, perChange(1, 2)))(
  'a WAV that %s is never announced as readable',
  async (_name, make) => {
    const file = path.join(folder, 'header.wav')
    await writeFile(file, make())
    let isAnnounced = false
    const onReadable = async (): Promise<void> => void (isAnnounced = true)
    const target = path.join(folder, 'out.wav')
    const work = decodeAudio(deps(), { path: file, target }, { ...options, onReadable })
    await expect(work).rejects.toMatchObject({ code: 'no_audio_stream' })
    expect(isAnnounced).toBe(false)
  },
)

test('what refuses the file ends the work with its own error', async () => {
  const target = path.join(folder, 'out.wav')
  const onReadable = () => Promise.reject(new JobError('media_too_long', 'Too long.'))
  const work = decodeAudio(deps(), { path: kennedyClip, target }, { ...options, onReadable })
  await expect(work).rejects.toMatchObject({ code: 'media_too_long' })
})

const recordings = listRecordings()

test.skipIf(!isNightly || recordings.length === 0)(
  'real recordings decode to their stated length',
  async () => {
    const whole = recordings.filter((each) => each.expect === 'transcript')
    for (const recording of whole) {
      const target = path.join(folder, 'out.wav')
      const file = path.join(speechFolder, recording.file)
      const decoded = await decodeAudio(deps(), { path: file, target }, options)
      const difference = Math.abs(decoded.durationSeconds - (recording.seconds ?? 0))
      expect(difference, recording.file).toBeLessThan(0.1)
    }
  },
  120_000,
)

// With each change the tests above refuse and mend files of their own.
test.skipIf(!isNightly || recordings.length === 0)(
  'every bad recording fails with a code or gives what is there',
  async () => {
    const ends: Record<string, string> = {}
    for (const recording of recordings.filter((each) => each.file.startsWith('bad-'))) {
      const target = path.join(folder, 'out.wav')
      const file = path.join(speechFolder, recording.file)
      ends[recording.file] = await decodeAudio(deps(), { path: file, target }, options).then(
        (decoded) => `${decoded.durationSeconds.toFixed(1)} s`,
        (error: { code: string }) => error.code,
      )
    }
    expect(ends).toEqual({
      'bad-empty.wav': 'no_audio_stream',
      'bad-header-only.wav': 'no_audio_stream',
      'bad-truncated.mp3': '7.5 s',
      'bad-truncated.m4a': 'decode_failed',
      'bad-random.flac': 'unsupported_media',
      'bad-text-renamed.mp3': 'unsupported_media',
      'bad-datasize.wav': '4.0 s',
      'bad-video-no-audio.mp4': 'no_audio_stream',
    })
  },
  120_000,
)

test('an AVI is read by the ffmpeg of this machine, or refused with the advice to install one', async () => {
  const tools = await findFfmpeg()
  const avi = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST'), Buffer.alloc(2000)])
  const code = tools === undefined ? 'unsupported_media' : 'decode_failed'
  await expect(decode('broken.avi', avi)).rejects.toMatchObject({ code })
})
