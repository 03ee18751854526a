import type { Segment, Transcript, TranscriptChange } from 'earshot/client'
import { indexAt } from './segment-parts.ts'

/** The transcript after a change that the service made: only what it lists is another. */
export function applyChange(transcript: Transcript, change: TranscriptChange): Transcript {
  const { segments, removed_segment_ids: removed, content_id: _same, ...facts } = change
  return {
    ...transcript,
    ...facts,
    segments: replaceSegments(transcript.segments, segments, removed),
  }
}

/** Keeps the list itself where no line changed, as with a new name of a speaker. */
function replaceSegments(
  before: readonly Segment[],
  changed: readonly Segment[],
  removed: readonly string[],
): Segment[] {
  const news = new Map(changed.map((segment) => [segment.id, segment]))
  const gone = new Set(removed)
  const kept = before
    .filter(({ id }) => !gone.has(id))
    .map((segment) => {
      const later = news.get(segment.id)
      news.delete(segment.id)
      return later ?? segment
    })
  for (const segment of news.values()) kept.splice(indexAt(kept, segment.start) + 1, 0, segment)
  return kept
}
