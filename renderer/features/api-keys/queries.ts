import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createApiKey, deleteApiKey, listApiKeys } from 'earshot/client'
import type { CreateApiKeyData } from 'earshot/client'
import { usePages } from '../../api/use-pages.ts'

const key = ['api-keys'] as const

export type NewKey = CreateApiKeyData['body']

export const useApiKeys = () =>
  usePages({
    key,
    load: (page, signal) => listApiKeys({ query: { limit: 50, ...page }, signal }),
  })

export function useCreateApiKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: NewKey) => (await createApiKey({ body })).data,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
    // The response contains the key in plain text; drop it once the dialog is gone.
    gcTime: 0,
  })
}

export function useRevokeApiKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (keyId: string) => (await deleteApiKey({ path: { keyId } })).data,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
