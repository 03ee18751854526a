import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { EarshotError, listNotices, readAllNotices, updateNotice } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['notices'] as const
const refreshMs = 30_000
/** Larger counts are shown as "99+". */
export const mostCounted = 99

/** The number of unread notices; null if this key may not read them. */
export function useUnreadCount(): number | null {
  const { data } = useQuery({
    queryKey: [...key, 'unread'],
    queryFn: async ({ signal }) => {
      try {
        const query = { unread: true, limit: mostCounted + 1 }
        return (await listNotices({ query, signal })).data.length
      } catch (error) {
        if (error instanceof EarshotError && error.status === 403) return null
        throw error
      }
    },
    refetchInterval: refreshMs,
  })
  return data === undefined ? 0 : data
}

export const useNotices = () =>
  usePages({
    key: [...key, 'list'],
    load: (page, signal) => listNotices({ query: { limit: 20, ...page }, signal }),
  })

export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ noticeId, read }: { noticeId: string; read: boolean }) =>
      (await updateNotice({ path: { noticeId }, body: { read } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useReadAll() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await readAllNotices()).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
