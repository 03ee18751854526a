import { useInfiniteQuery } from '@tanstack/react-query'
import type { PageOf } from './types.ts'

type Cursor = { cursor?: string }

export type Pages<T> = {
  items: T[] | undefined
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => void
  retry: () => void
}

type Options<T> = {
  key: readonly unknown[]
  load: (page: Cursor, signal: AbortSignal) => Promise<PageOf<T>>
  /** How long to wait before looking again, in milliseconds; false to stop. */
  refreshMs?: (items: T[]) => number | false
}

/** A list of /v1, page after page, as one array that grows. */
export function usePages<T>({ key, load, refreshMs }: Options<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: ({ state }) =>
      refreshMs?.(state.data?.pages.flatMap((page) => page.data) ?? []) ?? false,
  })
  return {
    items: query.data?.pages.flatMap((page) => page.data),
    // Rows that are there stay; that the service is silent is said above every screen.
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
