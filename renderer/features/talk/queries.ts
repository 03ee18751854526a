import { useQuery } from '@tanstack/react-query'
import { getTalkStatistics } from 'earshot/client'

type Place = { projectId: string; contentId: string }

/** Who spoke how much; `edition` names the text it is computed from, so that edits are seen. */
export const useTalk = (place: Place, edition: string) =>
  useQuery({
    queryKey: ['talk', place.projectId, place.contentId, edition],
    queryFn: async ({ signal }) => (await getTalkStatistics({ path: place, signal })).data,
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  })
