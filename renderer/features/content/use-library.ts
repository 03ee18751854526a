import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { listContent, listContentIds } from 'earshot/client'
import type { ListContentIdsData } from 'earshot/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ContentItem } from '../../api/types.ts'
import { busyMs, listKey } from './queries.ts'
import { createRowStore } from './row-store.ts'
import { useUploads } from './upload-store.ts'

export type ContentFilter = NonNullable<ListContentIdsData['query']>
export type Library = {
  /** The whole list, in order; undefined until it is known. */
  ids: readonly string[] | undefined
  /** A row of it; undefined while it is on its way. */
  row: (id: string) => ContentItem | undefined
  look: (ids: readonly string[]) => void
  error: Error | null
  /** Whether the rows shown are those of a filter before. */
  isChanging: boolean
  retry: () => void
}

const calmMs = 20_000
const livelyMs = 3_000

/** The recordings of a project as one list: its order at once, its rows where they are looked at. */
export function useLibrary(projectId: string, filter: ContentFilter): Library {
  const [store] = useState(() =>
    createRowStore(async (ids) => {
      const query = { ids: ids.join(','), limit: 100 }
      return (await listContent({ path: { projectId }, query })).data
    }),
  )
  const [looked, setLooked] = useState<readonly string[]>([])
  useSyncExternalStore(store.subscribe, store.version)
  const busy = looked.filter((id) => store.get(id)?.status === 'processing')
  const isArriving = useUploads(({ uploads }) => uploads.some((one) => one.projectId === projectId))
  const order = useQuery({
    queryKey: [...listKey(projectId), 'ids', filter],
    queryFn: async ({ signal }) => {
      const { data } = await listContentIds({ path: { projectId }, query: filter, signal })
      return data.ids
    },
    placeholderData: keepPreviousData,
    refetchInterval: busy.length > 0 || isArriving ? livelyMs : calmMs,
  })
  useArrivals(projectId)
  const readAt = order.dataUpdatedAt
  useEffect(() => {
    // Whatever made the order be read again may have changed rows, too.
    if (readAt > 0) store.refresh()
  }, [store, readAt])
  const busyIds = busy.join(',')
  useEffect(() => {
    if (!busyIds) return
    const timer = setInterval(() => store.refresh(busyIds.split(',')), busyMs)
    return () => clearInterval(timer)
  }, [store, busyIds])
  return {
    ids: order.data,
    row: store.get,
    look: (ids) => {
      store.want(ids)
      setLooked((before) => (before.join() === ids.join() ? before : ids))
    },
    error: order.data ? null : order.error,
    isChanging: order.isPlaceholderData,
    retry: () => void order.refetch(),
  }
}

/** Looks again when an upload has arrived. */
function useArrivals(projectId: string): void {
  const queries = useQueryClient()
  const arrived = useUploads((state) => state.arrived[projectId] ?? 0)
  useEffect(() => {
    if (arrived > 0) void queries.invalidateQueries({ queryKey: ['content', projectId] })
  }, [arrived, projectId, queries])
}
