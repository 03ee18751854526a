import type { Segment } from '../../api/types.ts'
import { findRanges, type Range } from './segment-parts.ts'

/** All matches of a search in a transcript: per segment, and numbered through. */
export type Matches = {
  count: number
  /** Ranges by index of the segment. */
  bySegment: ReadonlyMap<number, Range[]>
  /** Index of the segment of the n-th match. */
  segmentOf: readonly number[]
}

export function findMatches(segments: readonly Segment[], wanted: string): Matches {
  const bySegment = new Map<number, Range[]>()
  const segmentOf: number[] = []
  segments.forEach(({ text }, index) => {
    const ranges = findRanges(text, wanted)
    if (ranges.length === 0) return
    bySegment.set(index, ranges)
    segmentOf.push(...ranges.map(() => index))
  })
  return { count: segmentOf.length, bySegment, segmentOf }
}
