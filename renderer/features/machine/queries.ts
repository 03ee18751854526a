import { useQuery } from '@tanstack/react-query'
import { getMachine, getPrivacy, getStorage } from 'earshot/client'

const key = ['machine'] as const

/** The software and the machine; neither changes while the page is open. */
export const useMachine = () =>
  useQuery({
    queryKey: [...key, 'itself'],
    queryFn: async ({ signal }) => (await getMachine({ signal })).data,
    staleTime: Infinity,
  })

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
