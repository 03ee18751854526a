import { searchContent } from 'earshot/client'
import type { ContentStatus } from '../../api/types.ts'
import { usePages } from '../../api/use-pages.ts'

export type SearchWish = { q: string; project?: string; status?: ContentStatus }

/** Hits for the words, best first; words must not be empty. */
export const useSearchHits = ({ q, project, status }: SearchWish) =>
  usePages({
    key: ['search', q, project, status],
    load: (page, signal) =>
      searchContent({
        query: {
          q,
          limit: 20,
          ...(project ? { project_id: project } : {}),
          ...(status ? { status } : {}),
          ...page,
        },
        signal,
      }),
  })
