import { useQuery } from '@tanstack/react-query'
import { listPrompts } from 'earshot/client'

/** All prompts (the first hundred), newest first as the service lists them. */
export const usePrompts = () =>
  useQuery({
    queryKey: ['prompts'],
    queryFn: async ({ signal }) => (await listPrompts({ query: { limit: 100 }, signal })).data,
    staleTime: 60_000,
  })
