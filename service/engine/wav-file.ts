/** Reads our own 16 kHz, 16-bit WAV files a stretch at a time: loudness, and pieces of long ones. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pcmRate, wavHeader } from './decode/pcm-writer.ts'

const headerBytes = 44

/** Loudness is kept in steps of this length: fine enough for a word, small for ten hours. */
export const stepSeconds = 0.05

/** Energy per step and channel, `energy[channel][step]`: the mean square of the samples. */
export type Loudness = { channels: number; energy: Float32Array[] }

/** Measures a file in one streaming pass. */
export async function measureLoudness(
  path: string,
  { channels, durationSeconds }: { channels: number; durationSeconds: number },
): Promise<Loudness> {
  const steps = Math.ceil(durationSeconds / stepSeconds) + 1
  const energy = Array.from({ length: channels }, () => new Float32Array(steps))
  const framesPerStep = pcmRate * stepSeconds
  const stepBytes = framesPerStep * channels * 2
  let step = 0
  let rest: Buffer = Buffer.alloc(0)
  const source = createReadStream(path, { start: headerBytes, highWaterMark: stepBytes * 64 })
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (; at + stepBytes <= bytes.length; at += stepBytes, step += 1) {
      addStep(bytes.subarray(at, at + stepBytes), energy, step)
    }
    rest = bytes.subarray(at)
  }
  return { channels, energy }
}

function addStep(bytes: Buffer, energy: Float32Array[], step: number): void {
  const samples = new Int16Array(bytes.length / 2)
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2)
  for (const [channel, levels] of energy.entries()) {
    let sum = 0
    for (let at = channel; at < samples.length; at += energy.length) sum += (samples[at] ?? 0) ** 2
    levels[step] = sum / (samples.length / energy.length)
  }
}

/** A part of a recording, in seconds. */
export type Stretch = { start: number; end: number }

/**
 * Cuts a long recording into stretches of at most `longest` seconds, each cut at the quietest place
 * of the minute before that. whisper-cli holds its whole input in memory several times over.
 */
export function planStretches(loudness: Loudness, duration: number, longest: number): Stretch[] {
  const stretches: Stretch[] = []
  let start = 0
  while (duration - start > longest) {
    const end = quietestBetween(loudness, start + longest - 60, start + longest)
    stretches.push({ start, end })
    start = end
  }
  return [...stretches, { start, end: duration }]
}

function quietestBetween({ energy }: Loudness, from: number, to: number): number {
  let quietest = Infinity
  let best = to
  const width = Math.round(0.4 / stepSeconds)
  for (let step = Math.round(from / stepSeconds); step * stepSeconds < to - 0.4; step += 1) {
    let sum = 0
    for (const levels of energy) {
      for (let at = step; at < step + width; at += 1) sum += levels[at] ?? 0
    }
    if (sum < quietest) {
      quietest = sum
      best = (step + width / 2) * stepSeconds
    }
  }
  return best
}

/** Copies one stretch into a WAV file of its own. */
export async function copyStretch(
  source: { path: string; channels: number },
  target: string,
  { start, end }: Stretch,
): Promise<void> {
  const frameBytes = source.channels * 2
  const from = headerBytes + Math.round(start * pcmRate) * frameBytes
  const to = headerBytes + Math.round(end * pcmRate) * frameBytes
  const file = await open(target, 'w')
  await file.write(wavHeader(source.channels, to - from))
  await file.close()
  await pipeline(
    createReadStream(source.path, { start: from, end: to - 1 }),
    createWriteStream(target, { flags: 'a' }),
  )
}

/** One channel must be this much louder for a segment to be its (6 dB): a room mixes both. */
const clearlyLouder = 4

/** The channel that carried a stretch of speech, or null where the channels do not tell. */
export function channelOf({ channels, energy }: Loudness, { start, end }: Stretch): number | null {
  if (channels !== 2) return null
  const from = Math.floor(start / stepSeconds)
  const to = Math.max(from + 1, Math.ceil(end / stepSeconds))
  const sums = energy.map((levels) => levels.subarray(from, to).reduce((sum, e) => sum + e, 0))
  const [left = 0, right = 0] = sums
  if (left > right * clearlyLouder) return 0
  return right > left * clearlyLouder ? 1 : null
}
