import { useEffect } from 'react'
import { create } from 'zustand'
import type { Segment } from '../../api/types.ts'
import type { Matches } from './find-matches.ts'

/** When what is looked for is said, in seconds: the page shows it on the recording as a whole. */
export const useFound = create<{ moments: readonly number[] }>(() => ({ moments: [] }))

const nothing = { moments: [] }

export function useTellFound({ bySegment }: Matches, segments: readonly Segment[]): void {
  useEffect(() => {
    if (bySegment.size === 0) return undefined
    useFound.setState({ moments: [...bySegment.keys()].map((at) => segments[at]?.start ?? 0) })
    return () => useFound.setState(nothing)
  }, [bySegment, segments])
}
