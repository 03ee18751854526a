/** Works on our own 16 kHz, 16-bit WAV files: which channel spoke, and pieces of long ones. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { parseLevels, stepSeconds, type Loudness } from './decode/level-meter.ts'
import { levelsFile, pcmRate, wavHeader } from './decode/pcm-writer.ts'

const headerBytes = 44

/** Reads the loudness that was measured when the file was written. */
export async function readLoudness(wav: string, channels: number): Promise<Loudness> {
  return parseLevels(await readFile(levelsFile(wav)), channels)
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
export function channelOf({ energy }: Loudness, { start, end }: Stretch): number | null {
  if (energy.length !== 2) return null
  const from = Math.floor(start / stepSeconds)
  const to = Math.max(from + 1, Math.ceil(end / stepSeconds))
  const sums = energy.map((levels) => levels.subarray(from, to).reduce((sum, e) => sum + e, 0))
  const [left = 0, right = 0] = sums
  if (left > right * clearlyLouder) return 0
  return right > left * clearlyLouder ? 1 : null
}
