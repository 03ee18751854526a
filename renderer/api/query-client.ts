import { QueryClient } from '@tanstack/react-query'
import { EarshotError } from 'earshot/client'

const attempts = 3

/** Server data for all screens. A refusal is final; no answer and status 500 are retried. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // The service runs on this machine, so it answers even without a network.
        networkMode: 'always',
        staleTime: 5_000,
        retry: (count, error) => count < attempts - 1 && isPassing(error),
        retryDelay: (count) => 300 * 2 ** count,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

const isPassing = (error: Error): boolean =>
  error instanceof EarshotError && (error.status === 0 || error.status === 500)
