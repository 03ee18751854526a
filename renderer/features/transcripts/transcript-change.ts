import type { Segment, Transcript, TranscriptChange } from 'earshot/client'
import { indexAt } from './segment-parts.ts'

/** Applies a change from the service to the transcript; only what the change lists is replaced. */
export function applyChange(transcript: Transcript, change: TranscriptChange): Transcript {
  const { segments, removed_segment_ids: removed, content_id: _same, ...facts } = change
  return {
    ...transcript,
    ...facts,
    segments: replaceSegments(transcript.segments, segments, removed),
  }
}

/** Returns the same array if no line changed, as when a speaker is renamed. */
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
