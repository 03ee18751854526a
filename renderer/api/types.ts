import type {
  Analysis,
  ContentDetail as FullContent,
  ContentItem,
  Page,
  SearchResult,
  Transcript,
} from 'earshot/client'

/** Identifies a recording in calls: the ids in a `/v1` path. */
export type ContentRef = { projectId: string; contentId: string }

export type ContentStatus = ContentItem['status']
/** A recording with all its parts, which the page always loads (`include` could omit some). */
export type ContentDetail = Omit<
  FullContent,
  'analyses' | 'last_completed_analyses' | 'transcript'
> & {
  analyses: Analysis[]
  last_completed_analyses: Analysis[]
  transcript: Transcript | null
}
export type SearchHit = SearchResult
export type PageOf<T> = Page<T>
