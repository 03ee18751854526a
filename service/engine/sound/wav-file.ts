/** Works on our own 16 kHz, 16-bit WAV files: where to cut long ones, and copies of their parts. */
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { parseLevels, stepSeconds, type Loudness } from './level-meter.ts'
import { levelsFile, pcmRate, wavHeader } from '../decode/pcm-writer.ts'
import type { Span } from '../engine.ts'

const headerBytes = 44

/** Reads the loudness that was measured when the file was written. */
export async function readLoudness(wav: string, channels: number): Promise<Loudness> {
  return parseLevels(await readFile(levelsFile(wav)), channels)
}

export type { Span } from '../engine.ts'

export const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0)

/**
 * Cuts a long recording into spans of about `length` seconds, each cut at the quietest place
 * within half a minute. whisper-cli holds its whole input in memory several times over.
 */
export function splitAtPauses(loudness: Loudness, duration: number, length: number): Span[] {
  const count = Math.max(1, Math.round(duration / length))
  const spans: Span[] = []
  let start = 0
  for (let at = 1; at < count; at += 1) {
    const aim = (duration * at) / count
    const end = quietestBetween(loudness, aim - searchSeconds, aim + searchSeconds)
    spans.push({ start, end })
    start = end
  }
  return [...spans, { start, end: duration }]
}

const searchSeconds = 30

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

/** One of our WAV files, and which channel of it is meant; null mixes all into one. */
export type Source = { path: string; channels: number; channel: number | null }

/** A span to be copied; one that is muted becomes as much silence. */
export type Chunk = Span & { isMuted?: boolean }

/** Enough for few calls, little enough that the service answers between them. */
const blockBytes = 1 << 18

/**
 * Writes chunks of one channel, one after the other, as a mono WAV. A block at a time: ten hours
 * take no more memory than ten seconds. Throws `cancelled`.
 */
export async function copyMono(
  source: Source,
  target: string,
  { chunks, signal }: { chunks: readonly Chunk[]; signal: AbortSignal },
): Promise<void> {
  const [from, to] = [await open(source.path), await open(target, 'w')]
  try {
    let written = headerBytes
    for (const chunk of chunks) {
      for await (const block of framesOf(from, source, { ...chunk, signal })) {
        const mono = chunk.isMuted === true ? silenceOf(block, source) : toMono(block, source)
        await to.write(mono, 0, mono.length, written)
        written += mono.length
      }
    }
    await to.write(wavHeader(1, written - headerBytes), 0, headerBytes, 0)
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}

async function* framesOf(
  file: FileHandle,
  { channels }: Source,
  { start, end, signal }: Span & { signal: AbortSignal },
) {
  const frameBytes = channels * 2
  const block = Buffer.alloc(blockBytes)
  let at = headerBytes + Math.round(start * pcmRate) * frameBytes
  const last = headerBytes + Math.round(end * pcmRate) * frameBytes
  while (at < last) {
    if (signal.aborted) throw new JobError('cancelled', 'The work was cancelled.')
    const { bytesRead } = await file.read(block, 0, Math.min(blockBytes, last - at), at)
    const whole = bytesRead - (bytesRead % frameBytes)
    if (whole === 0) return
    yield block.subarray(0, whole)
    at += whole
  }
}

const silenceOf = (block: Buffer, { channels }: Source): Buffer =>
  Buffer.alloc(block.length / channels)

function toMono(block: Buffer, { channels, channel }: Source): Buffer {
  if (channels === 1) return block
  const out = Buffer.alloc(block.length / channels)
  for (let from = 0, at = 0; at < out.length; at += 2, from += channels * 2) {
    const level =
      channel === null
        ? (block.readInt16LE(from) + block.readInt16LE(from + 2)) >> 1
        : block.readInt16LE(from + channel * 2)
    out.writeInt16LE(level, at)
  }
  return out
}
