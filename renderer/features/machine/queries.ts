import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getMachine, getPrivacy, getStorage, tryGraphics } from 'earshot/client'

const key = ['machine'] as const

/** The software and the machine, as they were when a page was opened. */
export const useMachine = () =>
  useQuery({
    queryKey: [...key, 'itself'],
    queryFn: async ({ signal }) => (await getMachine({ signal })).data,
    staleTime: 60_000,
  })

/** Lets language models use the graphics processor again. */
export function useTryGraphics() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await tryGraphics()).data,
    onSuccess: (machine) => queries.setQueryData([...key, 'itself'], machine),
  })
}

export const useStorage = () =>
  useQuery({
    queryKey: [...key, 'storage'],
    queryFn: async ({ signal }) => (await getStorage({ signal })).data,
  })

export const usePrivacy = () =>
  useQuery({
    queryKey: [...key, 'privacy'],
    queryFn: async ({ signal }) => (await getPrivacy({ signal })).data,
    refetchInterval: 10_000,
  })
