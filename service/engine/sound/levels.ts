/** Measures the loudness of each channel in steps of 50 ms while the WAV is written. */
import { readFile } from 'node:fs/promises'

/** Fine enough to resolve pauses between words, small enough for ten hours. */
export const stepSeconds = 0.05

/** Energy (mean square of 16-bit samples) per channel and step: `energy[channel][step]`. */
export type Loudness = { energy: Float32Array[] }

export type LevelMeter = {
  /** Interleaved 16-bit samples. */
  add: (samples: Buffer) => void
  /** All steps as one block per channel, little-endian 32-bit floats. */
  bytes: () => Buffer
  /** Whether two channels carry different signals. */
  channelsDiffer: () => boolean
}

/** Creates a meter for one or two channels at `sampleRate` samples per second. */
export function createLevelMeter(channels: number, sampleRate: number): LevelMeter {
  const framesPerStep = sampleRate * stepSeconds
  const steps: number[][] = Array.from({ length: channels }, () => [])
  const sums = new Float64Array(channels)
  let frames = 0
  let together = 0
  let apart = 0
  return {
    add: (samples) => {
      for (let at = 0; at + channels * 2 <= samples.length; at += channels * 2) {
        const first = samples.readInt16LE(at)
        sums[0] = (sums[0] ?? 0) + first * first
        if (channels === 2) {
          const second = samples.readInt16LE(at + 2)
          sums[1] = (sums[1] ?? 0) + second * second
          together += (first + second) ** 2
          apart += (first - second) ** 2
        }
        frames += 1
        if (frames < framesPerStep) continue
        for (const [channel, sum] of sums.entries()) steps[channel]?.push(sum / framesPerStep)
        sums.fill(0)
        frames = 0
      }
    },
    bytes: () =>
      Buffer.concat(steps.map((levels) => Buffer.from(Float32Array.from(levels).buffer))),
    // 30 dB below the sum: the difference that a codec makes between two equal channels.
    channelsDiffer: () => apart > together * 1e-3,
  }
}

/** Path of a WAV file's levels. */
export const levelsFile = (wav: string): string => `${wav}.levels`

/** Reads the levels measured when the file was written. */
export async function readLoudness(wav: string, channels: number): Promise<Loudness> {
  return parseLevels(await readFile(levelsFile(wav)), channels)
}

/** Parses the output of `bytes`. */
export function parseLevels(bytes: Buffer, channels: number): Loudness {
  const steps = Math.floor(bytes.length / 4 / channels)
  const all = new Float32Array(Uint8Array.from(bytes).buffer)
  const energy = Array.from({ length: channels }, (_, at) =>
    all.subarray(at * steps, (at + 1) * steps),
  )
  return { energy }
}
