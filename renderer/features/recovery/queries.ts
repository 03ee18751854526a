import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRecovery, startRecovery, type RecoveryInput } from 'earshot/client'

const key = ['recovery'] as const
const lookEveryMs = 1_000

/**
 * Followed, it is asked again and again: whoever answers changes when the library opens, and nobody does in
 * between.
 */
export const useRecovery = ({ isFollowed }: { isFollowed: boolean }) =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await getRecovery({ signal })).data,
    refetchInterval: isFollowed && lookEveryMs,
    refetchIntervalInBackground: true,
    retry: false,
  })

export function useRecover() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: RecoveryInput) => (await startRecovery({ body })).data,
    onSuccess: (data) => queries.setQueryData(key, data),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
