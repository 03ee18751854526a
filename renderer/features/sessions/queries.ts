import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { changeOrganization, endSession, getMe, listSessions } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['sessions'] as const

export const useMe = () =>
  useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await getMe({ signal })).data,
  })

export const useSessions = () =>
  usePages({
    key,
    load: (page, signal) => listSessions({ query: { limit: 50, ...page }, signal }),
  })

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (sessionId: string) => (await endSession({ path: { sessionId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useSignOut = () =>
  useMutation({
    mutationFn: async (sessionId: string) => (await endSession({ path: { sessionId } })).data,
  })

export const useChangeOrganization = () =>
  useMutation({
    mutationFn: async (organizationId: string) =>
      (await changeOrganization({ body: { organization_id: organizationId } })).data,
  })
