/** The last seconds of the running recording, in the engine's audio format. */
import type { Span } from './agreement.ts'

const rate = 16_000
const headerBytes = 44

export type LiveSound = {
  /** Appends samples to each track. */
  add: (tracks: readonly Int16Array[]) => void
  /** Total seconds added so far. */
  seconds: () => number
  /** All tracks mixed into one, as a WAV file. */
  chunk: (span: Span) => Blob
  /** The mean power of each track. */
  powers: (span: Span) => number[]
  /** Drops the sound before this moment. */
  forget: (before: number) => void
}

export function createLiveSound(): LiveSound {
  let tracks: Int16Array[] = []
  /** Index of the first kept sample in the whole recording. */
  let first = 0
  const end = () => first + (tracks[0]?.length ?? 0)
  const offsetOf = (seconds: number) =>
    Math.min(end(), Math.max(first, Math.round(seconds * rate))) - first
  const parts = (span: Span) =>
    tracks.map((track) => track.subarray(offsetOf(span.start), offsetOf(span.end)))
  return {
    add: (added) => {
      tracks = added.map((samples, at) => append(tracks[at], samples))
    },
    seconds: () => end() / rate,
    chunk: (span) => toWav(mix(parts(span))),
    powers: (span) => parts(span).map(powerOf),
    forget: (before) => {
      const count = offsetOf(before)
      tracks = tracks.map((track) => track.slice(count))
      first += count
    },
  }
}

function append(track: Int16Array | undefined, samples: Int16Array): Int16Array {
  const all = new Int16Array((track?.length ?? 0) + samples.length)
  if (track) all.set(track)
  all.set(samples, track?.length ?? 0)
  return all
}

/** The sum, not the mean: a silent track must not halve the other one. */
function mix([first = new Int16Array(0), second]: readonly Int16Array[]): Int16Array {
  if (!second) return first
  const sum = (sample: number, at: number) => sample + (second[at] ?? 0)
  return first.map((sample, at) => Math.min(32_767, Math.max(-32_768, sum(sample, at))))
}

function powerOf(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / Math.max(1, samples.length)
}

function toWav(samples: Int16Array): Blob {
  const header = new DataView(new ArrayBuffer(headerBytes))
  const write = (at: number, text: string) => {
    for (const [offset, mark] of [...text].entries())
      header.setUint8(at + offset, mark.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, headerBytes - 8 + samples.byteLength, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, rate, true)
  header.setUint32(28, rate * 2, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  write(36, 'data')
  header.setUint32(40, samples.byteLength, true)
  return new Blob([header, Int16Array.from(samples)], { type: 'audio/wav' })
}
