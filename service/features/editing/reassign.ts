// Gives segments to another speaker, also where others are told to overlap with them.
import type { StoredOverlap, StoredSegment } from '../../db/tables.ts'
import { withOverlaps } from '../transcripts/segments.ts'

type Reassignment = {
  /** All in which `from` speaks, alone or while somebody else does (`selectSegmentsOf`). */
  segments: readonly StoredSegment[]
  from: string
  /** Ids of segments of `from`; all of them if left out. */
  moved?: ReadonlySet<string>
  /** Null if nobody said them. */
  to: string | null
}

/**
 * The segments that change. Whoever is heard beside others is heard in the segment nearest to it, and
 * goes where that one goes. In a moved segment the two change places if they speak at once.
 */
export function reassign({ segments, from, moved: ids, to }: Reassignment): StoredSegment[] {
  const own = segments.filter(({ speaker_id }) => speaker_id === from)
  const moved = ids ?? new Set(own.map(({ id }) => id))
  const isGone = own.every(({ id }) => moved.has(id))
  const idOf = (overlap: StoredOverlap): string | null => {
    if (overlap.speaker_id !== from) return overlap.speaker_id
    return isGone || moved.has(nearestTo(overlap, own)?.id ?? '') ? to : from
  }
  return segments.flatMap((segment) => {
    if (segment.speaker_id !== from) {
      const { overlaps = [] } = segment
      const isSame = overlaps.every((overlap) => idOf(overlap) === overlap.speaker_id)
      return isSame ? [] : [withOverlaps(segment, idOf)]
    }
    if (to === null || !moved.has(segment.id)) return []
    const swapped = ({ speaker_id: id }: StoredOverlap) => (id !== to ? id : isGone ? null : from)
    return [withOverlaps({ ...segment, speaker_id: to }, swapped)]
  })
}

function nearestTo({ start, end }: StoredOverlap, own: readonly StoredSegment[]) {
  let [nearest, least] = [own[0], Infinity]
  for (const segment of own) {
    const distance = Math.max(segment.start - end, start - segment.end)
    if (distance < least) [nearest, least] = [segment, distance]
  }
  return nearest
}
