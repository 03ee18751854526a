/** Leaves out what an edit list cuts, so that decoders need not know of it. */
import type { MediaClock } from './media-clock.ts'
import { smallestGapSeconds, type PcmWriter } from './pcm-writer.ts'

/**
 * Returns a writer that passes on only the spans that are heard. Its `position` and `padTo` go by
 * the clock without cuts, by which packets are timed.
 */
export function keepPlayed(
  writer: PcmWriter,
  sampleRate: number,
  played: MediaClock['played'],
): PcmWriter {
  if (played === undefined) return writer
  const frameAt = (seconds: number): number => Math.round(seconds * sampleRate)
  const silentFrames = frameAt(played.silenceSeconds)
  const spans = [
    { start: 0, end: silentFrames },
    ...played.spans.map(({ start, end }) => ({ start: frameAt(start), end: frameAt(end) })),
  ]
  let passed = 0

  /** Calls `pass` with each part of the next `frames` frames that is heard, then moves on. */
  const advance = async (
    frames: number,
    pass: (from: number, to: number) => Promise<void>,
  ): Promise<void> => {
    for (const { start, end } of spans) {
      const from = Math.max(start, passed) - passed
      const to = Math.min(end, passed + frames) - passed
      if (from < to) await pass(from, to)
    }
    passed += frames
  }

  const writeSilence = (frames: number): Promise<void> =>
    advance(frames, (from, to) => writer.writeSilence(to - from))

  return {
    mostSeconds: Math.min(writer.mostSeconds, played.spans.at(-1)?.end ?? Infinity),
    position: () => passed / sampleRate,
    padTo: async (seconds) => {
      const frames = frameAt(seconds) - passed
      if (frames / sampleRate >= smallestGapSeconds) await writeSilence(frames)
    },
    writeSilence,
    write: (planes) =>
      advance(planes[0]?.length ?? 0, async (from, to) => {
        // What lies before the first edit is left over from a cut at the beginning.
        if (passed + to <= silentFrames) await writer.writeSilence(to - from)
        else await writer.write(planes.map((plane) => plane.subarray(from, to)))
      }),
    close: () => writer.close(),
  }
}
