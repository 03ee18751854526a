import { useQuery } from '@tanstack/react-query'
import { listSearchSpeakers, searchContent } from 'earshot/client'
import type { ContentStatus } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'

export type SearchRequest = {
  q: string
  project?: string
  status?: ContentStatus
  /** The display name of a speaker. */
  speaker?: string
  /** Dates in this machine's time zone. */
  from?: string
  to?: string
}

/** Recordings that match the words (never empty), with the matching lines, best first. */
export const useSearchHits = ({ q, project, status, speaker, from, to }: SearchRequest) =>
  usePages({
    key: ['search', q, project, status, speaker, from, to],
    load: (page, signal) =>
      searchContent({
        query: {
          q,
          limit: 20,
          include: 'moments',
          ...(project ? { project_id: project } : {}),
          ...(status ? { status } : {}),
          ...(speaker ? { speaker } : {}),
          ...(from ? { created_after: startOf(from, 0) } : {}),
          ...(to ? { created_before: startOf(to, 1) } : {}),
          ...page,
        },
        signal,
      }),
  })

/**
 * Speaker names to choose from: the most frequent ones, or those that start with the typed text.
 */
export const useSpeakerNames = (beginning: string, project: string | undefined) =>
  useQuery<string[]>({
    queryKey: ['search', 'speakers', beginning, project],
    placeholderData: (before) => before,
    queryFn: async ({ signal }) => {
      const named = beginning === '' ? {} : { q: beginning }
      const query = { limit: 50, ...named, ...(project ? { project_id: project } : {}) }
      return (await listSearchSpeakers({ query, signal })).data.map(({ name }) => name)
    },
  })

/** Local midnight at the start of a date, or of the date `later` days after it. */
function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
