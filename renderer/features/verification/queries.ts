import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  cancelVerification,
  getVerification,
  startVerification,
  type Verification,
} from 'earshot/client'

const key = ['verification'] as const
const pollMs = 1_000

/** The check of the library, followed while it runs. */
export const useVerification = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await getVerification({ signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  })

export const useStartVerification = () => useChange(startVerification)
export const useStopVerification = () => useChange(cancelVerification)

function useChange(change: () => Promise<{ data: Verification }>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await change()).data,
    onSuccess: (data) => queries.setQueryData(key, data),
  })
}
