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
      // The model list shows which ones are the default.
      await queries.invalidateQueries({ queryKey: ['models'] })
    },
  })
}
