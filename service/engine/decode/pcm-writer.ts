/** Writes samples to a 16 kHz 16-bit WAV as they arrive, on the recording's clock. */
import { writeFile } from 'node:fs/promises'
import { JobError } from '../../core/errors.ts'
import { createLevelMeter, levelsFile } from '../sound/levels.ts'
import { createWavWriter, sampleRate } from '../sound/wav.ts'
import { createResampler } from './resampler.ts'

/** Longest recording accepted (api-choices.md 12). */
export const longestSeconds = 10 * 3600

/** A shorter gap is a rounding error of the container's clock. */
export const smallestGapSeconds = 0.04

/** A damaged clock can jump hours ahead; a gap this long is treated as damage and not written. */
export const longestGapSeconds = 3600

export type PcmResult = { durationSeconds: number; channels: number; channelsDiffer: boolean }

export type PcmWriter = {
  /** Nothing after this second is wanted; decoders may stop a little later. */
  mostSeconds: number
  /** Seconds of the recording written so far. */
  position: () => number
  /** Writes silence up to `seconds` to fill a gap in the recording. */
  padTo: (seconds: number) => Promise<void>
  /** Writes so many frames of silence, at the rate passed to `createPcmWriter`. */
  writeSilence: (frames: number) => Promise<void>
  /** Writes planar samples from -1 to 1, at the rate passed to `createPcmWriter`. */
  write: (planes: readonly Float32Array[]) => Promise<void>
  close: () => Promise<PcmResult>
}

export type PcmOptions = {
  onFirstSound?: () => void
  mostSeconds?: number
  /** Mixes two channels down as well. */
  isMono?: boolean
}

/**
 * Keeps one or two channels and mixes more down to one. Stores the loudness beside the WAV. Calls
 * `onFirstSound` with the first samples of the recording; silence that fills a gap does not count.
 * Throws `media_too_long` past ten hours.
 */
export async function createPcmWriter(
  path: string,
  source: { sampleRate: number; channels: number },
  { onFirstSound, mostSeconds = Infinity, isMono = false }: PcmOptions = {},
): Promise<PcmWriter> {
  const channels = source.channels === 2 && !isMono ? 2 : 1
  const resampler = await createResampler(channels, source.sampleRate, sampleRate)
  const wav = await createWavWriter(path, channels)
  let framesIn = 0
  let bytesOut = 0
  let hasSound = false
  const meter = createLevelMeter(channels, sampleRate)

  const append = async (out: Buffer): Promise<void> => {
    meter.add(out)
    await wav.write(out)
    bytesOut += out.length
  }
  const writeInterleaved = async (samples: Buffer, frames: number): Promise<void> => {
    framesIn += frames
    if (framesIn / source.sampleRate > longestSeconds) throw tooLong()
    await append(resampler === undefined ? samples : resampler.process(samples))
  }

  const writeSilence = async (wanted: number): Promise<void> => {
    for (let left = wanted; left > 0;) {
      const frames = Math.min(left, source.sampleRate)
      await writeInterleaved(Buffer.alloc(frames * channels * 2), frames)
      left -= frames
    }
  }

  return {
    mostSeconds,
    position: () => framesIn / source.sampleRate,
    padTo: async (seconds) => {
      if (seconds > longestSeconds) throw tooLong()
      const gap = seconds - framesIn / source.sampleRate
      if (gap >= smallestGapSeconds) await writeSilence(Math.round(gap * source.sampleRate))
    },
    writeSilence,
    write: async (planes) => {
      const frames = planes[0]?.length ?? 0
      if (frames === 0) return
      if (!hasSound) onFirstSound?.()
      hasSound = true
      await writeInterleaved(interleave(planes, channels), frames)
    },
    close: async () => {
      if (resampler !== undefined && framesIn > 0) await append(resampler.flush())
      await wav.close()
      await writeFile(levelsFile(path), meter.bytes())
      return {
        durationSeconds: bytesOut / (2 * channels * sampleRate),
        channels,
        channelsDiffer: meter.channelsDiffer(),
      }
    },
  }
}

function tooLong(): JobError {
  return new JobError('media_too_long', 'The recording is longer than 10 hours.')
}

function interleave(planes: readonly Float32Array[], channels: number): Buffer {
  const frames = planes[0]?.length ?? 0
  const out = new Int16Array(frames * channels)
  const isKept = planes.length === channels
  for (let channel = 0; channel < channels; channel += 1) {
    const plane = (isKept ? planes[channel] : mixed(planes)) ?? new Float32Array(frames)
    for (let frame = 0; frame < frames; frame += 1) {
      const value = Math.round((plane[frame] ?? 0) * 32_768)
      out[frame * channels + channel] = value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value
    }
  }
  return Buffer.from(out.buffer)
}

function mixed(planes: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(planes[0]?.length ?? 0)
  for (const plane of planes) {
    for (let frame = 0; frame < out.length; frame += 1) {
      out[frame] = (out[frame] ?? 0) + (plane[frame] ?? 0) / planes.length
    }
  }
  return out
}
