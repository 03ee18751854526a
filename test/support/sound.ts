/** Small recordings made on the spot, and the real ones when they are at hand. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** The public-domain clip inside the npm package nodejs-whisper: 11 s of J. F. Kennedy, 1961. */
export const kennedyClip = path.join(
  path.dirname(createRequire(import.meta.url).resolve('nodejs-whisper/package.json')),
  'cpp/whisper.cpp/samples/jfk.mp3',
)
export const kennedyText =
  'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for ' +
  'your country.'

/** Real recordings with exact words, kept beside the repository; absent on most machines. */
export const speechFolder = path.join(root, '..', 'shared', 'speech')
export const hasSpeechFolder = existsSync(path.join(speechFolder, 'manifest.json'))

export type Recording = {
  file: string
  expect: string
  language: string | null
  text?: string
  seconds: number | null
}

/** The manifest's recordings; empty, with a line that says so, where the folder is absent. */
export function listRecordings(): Recording[] {
  if (hasSpeechFolder) {
    return JSON.parse(readFileSync(path.join(speechFolder, 'manifest.json'), 'utf8'))
  }
  process.stderr.write(`SKIPPED: real recordings, because ${speechFolder} is absent.\n`)
  return []
}

export type WavShape = { rate: number; channels?: number; bits?: 8 | 16 | 24 | 32 | 'mulaw' }

/** A WAV of `seconds`, each channel filled by `level(channel, time)` between -1 and 1. */
export function makeWav(
  { rate, channels = 1, bits = 16 }: WavShape,
  seconds: number,
  level: (channel: number, time: number) => number,
): Buffer {
  const width = bits === 'mulaw' ? 1 : bits / 8
  const frames = Math.round(rate * seconds)
  const data = Buffer.alloc(frames * channels * width)
  for (let frame = 0; frame < frames; frame += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      writeSample(data, (frame * channels + channel) * width, bits, level(channel, frame / rate))
    }
  }
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(bits === 'mulaw' ? 7 : bits === 32 ? 3 : 1, 20)
  header.writeUInt16LE(channels, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * channels * width, 28)
  header.writeUInt16LE(channels * width, 32)
  header.writeUInt16LE(width * 8, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

function writeSample(data: Buffer, at: number, bits: WavShape['bits'], level: number): void {
  if (bits === 8) data.writeUInt8(Math.round(level * 127) + 128, at)
  else if (bits === 24) data.writeIntLE(Math.round(level * 8_388_607), at, 3)
  else if (bits === 32) data.writeFloatLE(level, at)
  else if (bits === 'mulaw') data.writeUInt8(toMulaw(level), at)
  else data.writeInt16LE(Math.round(level * 32_767), at)
}

/** G.711 µ-law. */
function toMulaw(level: number): number {
  const magnitude = Math.min(32_635, Math.round(Math.abs(level) * 32_767)) + 132
  const exponent = Math.floor(Math.log2(magnitude)) - 7
  const mantissa = (magnitude >> (exponent + 3)) & 15
  return ~((level < 0 ? 128 : 0) | (exponent << 4) | mantissa) & 255
}

export const sine =
  (hertz: number, loudness = 0.5) =>
  (_channel: number, time: number): number =>
    loudness * Math.sin(2 * Math.PI * hertz * time)

export type PcmFile = { channels: number; rate: number; samples: Int16Array }

/** Reads a WAV that our decoder wrote. */
export function readPcm(file: string): PcmFile {
  const bytes = readFileSync(file)
  const data = Uint8Array.from(bytes.subarray(44))
  return {
    channels: bytes.readUInt16LE(22),
    rate: bytes.readUInt32LE(24),
    samples: new Int16Array(data.buffer),
  }
}

/** The pitch of one channel, by counting how often it crosses zero. */
export function pitchOf({ samples, channels, rate }: PcmFile, channel = 0): number {
  let crossings = 0
  for (let at = channel + channels; at < samples.length; at += channels) {
    if ((samples[at - channels] ?? 0) < 0 !== (samples[at] ?? 0) < 0) crossings += 1
  }
  return crossings / 2 / (samples.length / channels / rate)
}

/** A piece of sound as the service hears it live: 16 kHz, mono, 16 bit, a low tone. */
export const liveWav = (seconds: number): Buffer<ArrayBuffer> =>
  Buffer.from(makeWav({ rate: 16_000 }, seconds, (_channel, time) => Math.sin(time * 1_000) / 4))
