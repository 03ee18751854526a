import type {
  Analysis,
  ContentDetail as FullContent,
  ContentItem,
  Page,
  SearchResult,
  Transcript,
} from 'earshot/client'

/** Which recording a call is about: what the paths of `/v1` name. */
export type ContentRef = { projectId: string; contentId: string }

export type ContentStatus = ContentItem['status']
/** As it is read here: with all its parts (`include` could leave some out). */
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
