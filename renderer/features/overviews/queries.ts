import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listOverviews, type ContentOverview } from 'earshot/client'

export type Overview = ContentOverview

const most = 100
const againMs = 20_000

/** What recordings are about, by their ids. A list is complete without them: they come when they come. */
export function useOverviews(ids: readonly string[]): (id: string) => Overview | undefined {
  const shown = ids.slice(0, most).join(',')
  const { data } = useQuery({
    queryKey: ['content', 'overviews', shown],
    queryFn: async ({ signal }) =>
      (await listOverviews({ query: { ids: shown }, signal })).data.overviews,
    enabled: shown !== '',
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  })
  return (id) => data?.find(({ content_id: one }) => one === id)
}
