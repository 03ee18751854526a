import { useQuery } from '@tanstack/react-query'
import { getTalkStatistics } from 'earshot/client'
import type { ContentRef } from '../../api/types.ts'

/** Who spoke how much; `edition` names the text it is computed from, so that edits are seen. */
export const useTalk = (contentRef: ContentRef, edition: string) =>
  useQuery({
    queryKey: ['talk', contentRef.projectId, contentRef.contentId, edition],
    queryFn: async ({ signal }) => (await getTalkStatistics({ path: contentRef, signal })).data,
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  })
