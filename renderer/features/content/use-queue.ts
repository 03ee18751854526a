import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getQueue,
  listAllContent,
  pauseQueue,
  resumeQueue,
  type ListAllContentData,
} from 'earshot/client'
import { busyMs } from './queries.ts'
import { useUploads } from './upload-store.ts'

const calmMs = 5_000

type Query = NonNullable<ListAllContentData['query']>

/** Work in progress in all projects, in its order, unfinished uploads, and recent failures. */
export function useQueue() {
  const uploads = useUploads((state) => state.uploads)
  const isArriving = uploads.length > 0
  const queue = useWork(isArriving)
  const working = queue.data?.recordings
  const isBusy = isArriving || (working?.length ?? 0) > 0
  const failed = usePart({ status: 'failed', limit: 20 }, isBusy)
  const incomplete = usePart({ status: 'uploaded', limit: 20 }, isBusy)
  const own = new Set(uploads.map(({ contentId }) => contentId))
  const parts = [queue, failed, incomplete]
  return {
    uploads,
    queue: queue.data,
    working,
    next: working?.find(({ stage }) => stage === 'queued'),
    failed: failed.data?.filter(({ error }) => error?.code !== 'cancelled'),
    incomplete: incomplete.data?.filter(({ id }) => !own.has(id)),
    error: parts.find(({ data, error }) => !data && error)?.error ?? null,
    retry: () => {
      for (const part of parts) void part.refetch()
    },
  }
}

const useWork = (isLively: boolean) =>
  useQuery({
    queryKey: ['content', 'queue', 'work'],
    queryFn: async ({ signal }) => (await getQueue({ signal })).data,
    refetchInterval: ({ state: { data } }) =>
      isLively || (data && data.recordings.length + data.analysis_count > 0) ? busyMs : calmMs,
  })

const usePart = (query: Query, isLively: boolean) =>
  useQuery({
    queryKey: ['content', 'queue', query],
    queryFn: async ({ signal }) => (await listAllContent({ query, signal })).data,
    refetchInterval: isLively ? busyMs : calmMs,
  })

/** Whether all is paused; asked only where it matters. */
export function useIsPaused(isAsked: boolean): boolean {
  const { data } = useQuery({
    queryKey: ['content', 'queue', 'work'],
    queryFn: async ({ signal }) => (await getQueue({ signal })).data,
    refetchInterval: calmMs,
    enabled: isAsked,
  })
  return isAsked && (data?.paused_at ?? null) !== null
}

const holds = { pause: pauseQueue, resume: resumeQueue }
export type Hold = keyof typeof holds

/** Pauses all that is transcribed and analysed, or goes on with it. */
export function useHoldAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (hold: Hold) => (await holds[hold]()).data,
    onSettled: () =>
      Promise.all(
        ['content', 'analyses'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  })
}
