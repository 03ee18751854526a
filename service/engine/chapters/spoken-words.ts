/** A recording's segments as one run of words, so that windows are measured in words, not segments. */

/** What a chapter is found from; times are seconds. */
export type ChapterSegment = { start: number; end: number; speaker: string; text: string }

export type SpokenWords = {
  segments: readonly ChapterSegment[]
  /** Words before each segment, and in all as the last entry. */
  before: readonly number[]
  /** Words in all, at least 1. */
  total: number
}

const countWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0

export function toSpokenWords(segments: readonly ChapterSegment[]): SpokenWords {
  const before = [0]
  let total = 0
  for (const { text } of segments) before.push((total += Math.max(1, countWords(text))))
  return { segments, before, total: Math.max(1, total) }
}

/** The first segment that begins `words` words into the recording or later. */
function segmentAt({ before }: SpokenWords, words: number): number {
  let low = 0
  let high = before.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((before[middle] ?? 0) < words) low = middle + 1
    else high = middle
  }
  return low
}

/** Segments `from` to `border`, and `border` to `to`, exclusive: about `width` words on each side. */
export type Sides = { from: number; border: number; to: number }

export function sidesOf(spoken: SpokenWords, border: number, width: number): Sides {
  const at = spoken.before[border] ?? 0
  const last = spoken.segments.length
  return {
    from: segmentAt(spoken, at - width),
    border,
    to: Math.min(last, Math.max(border + 1, segmentAt(spoken, at + width))),
  }
}
