import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getOrganization, updateOrganization } from 'earshot/client'
import type { UpdateOrganizationData } from 'earshot/client'

const queryKey = ['org'] as const

export const useOrganization = () =>
  useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await getOrganization({ signal })).data,
    staleTime: 60_000,
  })

export function useUpdateOrganization() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: UpdateOrganizationData['body']) =>
      (await updateOrganization({ body })).data,
    onSuccess: async (organization) => {
      queries.setQueryData(queryKey, organization)
      // Which models are the default is said in their list.
      await queries.invalidateQueries({ queryKey: ['models'] })
    },
  })
}
