import type { Overlap, Segment } from 'earshot/client'

/**
 * The overlaps to note beside each segment, by its id. Where both people have a line, the one that
 * began first tells of the other, which follows it.
 */
export function notedOverlaps(segments: readonly Segment[]): Map<string, Overlap[]> {
  const noted = new Map<string, Overlap[]>()
  /** When each speaker's lines so far end. */
  const ends = new Map<string, number>()
  for (const { id, speaker_id: speaker, end, overlaps } of segments) {
    const own = overlaps.filter((overlap) => (ends.get(overlap.speaker_id) ?? 0) <= overlap.start)
    if (own.length > 0) noted.set(id, own)
    ends.set(speaker, Math.max(ends.get(speaker) ?? 0, end))
  }
  return noted
}
