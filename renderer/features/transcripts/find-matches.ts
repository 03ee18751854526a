import type { Segment } from 'earshot/client'
import { findRanges, type Range } from './segment-parts.ts'
import { useEffect } from 'react'
import { create } from 'zustand'

/** All matches of a search in a transcript, by segment and in overall order. */
export type Matches = {
  count: number
  /** Ranges by segment index. */
  bySegment: ReadonlyMap<number, Range[]>
  /** The segment index of the n-th match. */
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

/** When the searched words are spoken, in seconds, for display on the waveform. */
export const useFound = create<{ moments: readonly number[] }>(() => ({ moments: [] }))

const nothing = { moments: [] }

export function useTellFound({ bySegment }: Matches, segments: readonly Segment[]): void {
  useEffect(() => {
    if (bySegment.size === 0) return undefined
    useFound.setState({ moments: [...bySegment.keys()].map((at) => segments[at]?.start ?? 0) })
    return () => useFound.setState(nothing)
  }, [bySegment, segments])
}
