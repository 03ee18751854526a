import { searchContent } from 'earshot/client'
import type { ContentStatus } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'

export type SearchWish = {
  q: string
  project?: string
  status?: ContentStatus
  /** Days, as people of this machine count them. */
  from?: string
  to?: string
}

/** Hits for the words with the lines in which they were said, best first; words must not be empty. */
export const useSearchHits = ({ q, project, status, from, to }: SearchWish) =>
  usePages({
    key: ['search', q, project, status, from, to],
    load: (page, signal) =>
      searchContent({
        query: {
          q,
          limit: 20,
          include: 'moments',
          ...(project ? { project_id: project } : {}),
          ...(status ? { status } : {}),
          ...(from ? { created_after: startOf(from, 0) } : {}),
          ...(to ? { created_before: startOf(to, 1) } : {}),
          ...page,
        },
        signal,
      }),
  })

/** Midnight here, at the beginning of a day or of one that many later. */
function startOf(day: string, later: number): string {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}
