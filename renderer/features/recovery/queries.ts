import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRecovery, startRecovery } from 'earshot/client'
import type { RecoveryAction } from './recovery-choices.tsx'

const key = ['recovery'] as const
const lookEveryMs = 1_000

/** Asked again and again: whoever answers changes when the library opens, and nobody does in between. */
export const useRecovery = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await getRecovery({ signal })).data,
    refetchInterval: lookEveryMs,
    refetchIntervalInBackground: true,
    retry: false,
  })

export function useRecover() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (action: RecoveryAction) => startRecovery({ body: { action } }),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
