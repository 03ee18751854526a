import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { listContent, listContentIds, listOverviews, type ListContentIdsData } from 'earshot/client'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { busyMs, listKey } from './queries.ts'
import { createRowStore, type LibraryRow, type RowStore } from './row-store.ts'
import { useUploads } from './upload-store.ts'

export type ContentFilter = NonNullable<ListContentIdsData['query']>
export type Library = {
  /** The whole list in order; undefined until it is loaded. */
  ids: readonly string[] | undefined
  /** A row of the list; undefined while it is loading. */
  row: (id: string) => LibraryRow | undefined
  look: (ids: readonly string[]) => void
  error: Error | null
  /** Whether the rows shown still belong to the previous filter. */
  isChanging: boolean
  retry: () => void
}

const calmMs = 20_000
const livelyMs = 3_000

/** The recordings of a project as one list: the whole order at once, rows only when in view. */
export function useLibrary(projectId: string, filter: ContentFilter): Library {
  const [store] = useState(() => createRowStore((ids) => loadRows(projectId, ids)))
  useSyncExternalStore(store.subscribe, store.version)
  const looked = useRef<readonly string[]>([])
  const isArriving = useUploads(({ uploads }) => uploads.some((one) => one.projectId === projectId))
  const order = useQuery({
    queryKey: [...listKey(projectId), 'ids', filter],
    queryFn: async ({ signal }) => {
      const { data } = await listContentIds({ path: { projectId }, query: filter, signal })
      return data.ids
    },
    placeholderData: keepPreviousData,
    refetchInterval: isArriving ? livelyMs : calmMs,
  })
  useArrivals(projectId)
  useProjectInStep(order.data)
  const readAt = order.dataUpdatedAt
  useEffect(() => {
    // Whatever triggered the refetch may have changed rows as well.
    if (readAt > 0) store.refresh()
  }, [store, readAt])
  useBusyRows(store, looked, () => void order.refetch())
  return {
    ids: order.data,
    row: store.get,
    look: (ids) => {
      looked.current = ids
      store.want(ids)
    },
    error: order.data ? null : order.error,
    isChanging: order.isPlaceholderData,
    retry: () => void order.refetch(),
  }
}

/** Two requests for all of them. A row is whole without what it is about. */
async function loadRows(projectId: string, all: readonly string[]): Promise<LibraryRow[]> {
  const ids = all.join(',')
  const [{ data: items }, overviews] = await Promise.all([
    listContent({ path: { projectId }, query: { ids, limit: 100 } }),
    listOverviews({ query: { ids } }).then(
      ({ data }) => data.overviews,
      () => [],
    ),
  ])
  const byId = new Map(overviews.map((one) => [one.content_id, one]))
  return items.map((item) => ({ item, overview: byId.get(item.id) }))
}

/** Polls rows that are being processed; refetches the whole order when one has finished. */
function useBusyRows(
  store: RowStore,
  looked: React.RefObject<readonly string[]>,
  onEnded: () => void,
): void {
  const tell = useEffectEvent(onEnded)
  useEffect(() => {
    let before: string[] = []
    const timer = setInterval(() => {
      const isBusy = (id: string) => store.get(id)?.item.status === 'processing'
      if (before.some((id) => store.get(id) && !isBusy(id))) tell()
      before = looked.current.filter(isBusy)
      if (before.length > 0) store.refresh(before)
    }, busyMs)
    return () => clearInterval(timer)
  }, [store, looked])
}

/** Refetches when an upload has finished. */
function useArrivals(projectId: string): void {
  const queries = useQueryClient()
  const arrived = useUploads((state) => state.arrived[projectId] ?? 0)
  useEffect(() => {
    if (arrived > 0) void queries.invalidateQueries({ queryKey: ['content', projectId] })
  }, [arrived, projectId, queries])
}

/** What the project tells of itself, such as how many recordings it has, changes with its list. */
function useProjectInStep(ids: readonly string[] | undefined): void {
  const queries = useQueryClient()
  const before = useRef(ids)
  useEffect(() => {
    const isNew = before.current !== undefined && before.current !== ids
    before.current = ids
    if (isNew) void queries.invalidateQueries({ queryKey: ['projects'] })
  }, [ids, queries])
}
