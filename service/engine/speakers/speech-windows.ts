/** Which moments of a recording the speaker encoder listens to. */
import type { Stretch } from '../wav-file.ts'

/** Shorter than what the encoder was trained on (1.6 s): turns are short, and counts came out better. */
export const windowSeconds = 1.2

/** Half a window: every moment is heard twice. */
export const hopSeconds = 0.6

/** Shorter speech carries no voice to tell by. */
const shortestSeconds = 0.4

/**
 * Windows evenly spread over each span, the first at its start and the last at its end; a span
 * shorter than a window is one window, in steps of 0.1 s so that equal lengths run together.
 */
export function planWindows(spans: readonly Stretch[]): Stretch[] {
  return spans.flatMap(({ start, end }) => {
    const length = end - start
    if (length < shortestSeconds) return []
    if (length <= windowSeconds) {
      const kept = Math.floor(length * 10 + 1e-6) / 10
      return [{ start, end: start + kept }]
    }
    const steps = Math.max(1, Math.round((length - windowSeconds) / hopSeconds))
    const step = (length - windowSeconds) / steps
    return Array.from({ length: steps + 1 }, (_, at) => ({
      start: start + at * step,
      end: start + at * step + windowSeconds,
    }))
  })
}
