import type { Caller } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { findChapters } from '../../engine/chapters/find-chapters.ts'
import { requireContent, type ContentRef } from '../content/content.ts'
import { withSpeakers } from '../transcripts/segments.ts'
import { findTranscript, missingTranscript } from '../transcripts/transcripts.ts'
import type { Chapter } from './chapter.ts'

/** The chapters of the current transcript, computed on request: a tenth of a second per hour. */
export async function readChapters(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  { projectId, contentId }: ContentRef,
): Promise<Chapter[]> {
  const content = await requireContent(db.sql, caller, projectId, contentId)
  const row = await findTranscript(db.sql, contentId)
  if (!row) throw missingTranscript(content.status)
  return chaptersOf({ ...row, segments: withSpeakers(row) })
}

type Divisible = {
  segments: readonly { id: string; start: number; end: number; speaker: string; text: string }[]
  language: string
  translated_to: string | null
}

/** The chapters of a transcript, in order and without gaps; see readChapters for when there are none. */
export async function chaptersOf(transcript: Divisible): Promise<Chapter[]> {
  const inOrder = transcript.segments.toSorted((one, other) => one.start - other.start)
  const language = transcript.translated_to ?? transcript.language
  const { signal } = new AbortController()
  const found = await findChapters(inOrder, { language, signal })
  const end = inOrder.reduce((last, segment) => Math.max(last, segment.end), 0)
  return found.map(({ firstSegment, title, gist }, at) => {
    const first = inOrder[firstSegment]
    const next = found[at + 1]
    const nextStart = next ? inOrder[next.firstSegment]?.start : undefined
    const start = first?.start ?? 0
    return { title, start, end: nextStart ?? end, gist, segment_id: first?.id ?? '' }
  })
}
