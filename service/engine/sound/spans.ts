/** Spans of a recording: their total length, and where to cut a long one. */
import type { Span } from '../engine.ts'
import { stepSeconds, type Loudness } from './levels.ts'

export const secondsOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { start, end }) => sum + end - start, 0)

/** What two lists of spans have in common; each is in order and disjoint. */
export function overlaps(spans: readonly Span[], others: readonly Span[]): Span[] {
  let first = 0
  return spans.flatMap(({ start, end }) => {
    const common: Span[] = []
    while ((others[first]?.end ?? Infinity) <= start) first += 1
    for (let at = first; (others[at]?.start ?? Infinity) < end; at += 1) {
      const other = others[at] ?? { start, end }
      common.push({ start: Math.max(start, other.start), end: Math.min(end, other.end) })
    }
    return common
  })
}

/** Spans in order, joined where the gap between two is shorter than this. */
export function joinSpans(spans: readonly Span[], gapSeconds: number): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last !== undefined && start - last.end < gapSeconds) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** How far a cut may be from the position that gives equal parts. */
const searchSeconds = 30

/** Length of the pause to look for. */
const pauseSeconds = 0.4

/**
 * Splits a recording into spans of about `length` seconds, each cut at the quietest
 * position within half a minute. whisper-cli needs this because it holds several copies of
 * its whole input in memory.
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

function quietestBetween({ energy }: Loudness, from: number, to: number): number {
  let quietest = Infinity
  let best = to
  const width = Math.round(pauseSeconds / stepSeconds)
  for (
    let step = Math.round(from / stepSeconds);
    step * stepSeconds < to - pauseSeconds;
    step += 1
  ) {
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
