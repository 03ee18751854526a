import { useQuery } from '@tanstack/react-query'
import { listSearchSpeakers, searchContent } from 'earshot/client'
import type { ContentStatus } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'

export type SearchRequest = {
  q: string
  project?: string
  status?: ContentStatus
  /** The name of a speaker, as it is shown. */
  speaker?: string
  /** Days, as people of this machine count them. */
  from?: string
  to?: string
}

/** Hits for the words with the lines in which they were said, best first; words must not be empty. */
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

/** Names of speakers to choose from: those in most recordings, or those that begin so. */
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

/** Midnight here, at the beginning of a day or of one that many later. */
function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
