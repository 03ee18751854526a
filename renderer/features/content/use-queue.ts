import { useQuery } from '@tanstack/react-query'
import { listAllContent, type ContentItem, type ListAllContentData } from 'earshot/client'
import { busyMs } from './queries.ts'
import { useUploads } from './upload-store.ts'

const calmMs = 5_000
const most = 100

type Query = NonNullable<ListAllContentData['query']>

/** Work in progress in all projects, unfinished uploads, and recent failures. */
export function useQueue() {
  const uploads = useUploads((state) => state.uploads)
  const isArriving = uploads.length > 0
  const working = usePart({ status: 'processing', sort: 'oldest', limit: most }, isArriving)
  const isBusy = isArriving || (working.data?.length ?? 0) > 0
  const failed = usePart({ status: 'failed', limit: 20 }, isBusy)
  const incomplete = usePart({ status: 'uploaded', limit: 20 }, isBusy)
  const own = new Set(uploads.map(({ contentId }) => contentId))
  const parts = [working, failed, incomplete]
  return {
    uploads,
    working: working.data?.toSorted((one, two) => rank(one) - rank(two)),
    failed: failed.data?.filter(({ error }) => error?.code !== 'cancelled'),
    incomplete: incomplete.data?.filter(({ id }) => !own.has(id)),
    error: parts.find(({ data, error }) => !data && error)?.error ?? null,
    retry: () => {
      for (const part of parts) void part.refetch()
    },
  }
}

const usePart = (query: Query, isLively: boolean) =>
  useQuery({
    queryKey: ['content', 'queue', query],
    queryFn: async ({ signal }) => (await listAllContent({ query, signal })).data,
    refetchInterval: ({ state }) =>
      isLively || state.data?.some(({ status }) => status === 'processing') ? busyMs : calmMs,
  })

/** Running work first, then queued work in order of arrival, then paused work. */
function rank({ stage }: ContentItem): number {
  if (stage === 'paused') return 2
  return stage === 'queued' ? 1 : 0
}
