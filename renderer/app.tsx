import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { NoSessionPage } from './pages/no-session-page.tsx'
import { createAppRouter } from './routes.tsx'
import { useSession } from './session-store.ts'
import { theme, themeVariables } from './styles/theme.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'

/** Providers, from the outside in: look, faults, session, server data, address. */
export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={themeVariables} defaultColorScheme="auto">
      <ErrorBoundary>
        <Session />
      </ErrorBoundary>
    </MantineProvider>
  )
}

function Session() {
  const { key, isRefused, open } = useSession()
  const [queries] = useState(createQueryClient)
  const [router] = useState(createAppRouter)
  useEffect(() => {
    // What one key could see is not for the next.
    if (key === null) queries.clear()
  }, [key, queries])
  if (key === null) return <NoSessionPage isRefused={isRefused} onOpen={open} />
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
