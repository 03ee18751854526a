import { useQuery } from '@tanstack/react-query'
import { listModels } from 'earshot/client'

/** The speech-to-text models that Earshot knows, installed or not. */
export const useSpeechModels = () =>
  useQuery({
    queryKey: ['models', 'speech-to-text'],
    queryFn: async ({ signal }) =>
      (await listModels({ query: { kind: 'speech-to-text', limit: 100 }, signal })).data,
    staleTime: 60_000,
  })
