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
  /** Milliseconds until the next refresh; false to stop. */
  refreshMs?: (items: T[]) => number | false
  /** Loads again whenever a screen opens, even if that was done seconds ago. */
  refetchesOnOpen?: boolean
}

/** A paginated /v1 list as one growing array. */
export function usePages<T>({ key, load, refreshMs, refetchesOnOpen }: Options<T>): Pages<T> {
  const query = useInfiniteQuery({
    queryKey: key,
    refetchOnMount: refetchesOnOpen ? 'always' : true,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => load(pageParam ? { cursor: pageParam } : {}, signal),
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: ({ state }) =>
      refreshMs?.(state.data?.pages.flatMap((page) => page.data) ?? []) ?? false,
  })
  return {
    items: query.data?.pages.flatMap((page) => page.data),
    // Keep loaded rows in view; a note above every screen reports that the
    // service is not answering.
    error: query.data ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  }
}
