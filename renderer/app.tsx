import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { createQueryClient } from './api/query-client.ts'
import { createAppRouter } from './routes.tsx'
import { useSession } from './session-store.ts'
import { styleNonce } from './styles/nonce.ts'
import { themeVariables, themeWith } from './styles/theme.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { lazyPart } from './ui/lazy-part.ts'
import { useLoadLater } from './ui/use-load-later.ts'

// What few people see, and nobody together with the screens.
const AcceptPage = lazyPart(async () => (await import('./pages/accept-page.tsx')).AcceptPage)
const loadNoSession = async () => (await import('./pages/no-session-page.tsx')).NoSessionPage
const NoSessionPage = lazyPart(loadNoSession)

/** Providers, from the outside in: look, faults, session, server data, address. */
export function App() {
  const { t } = useTranslation('parts')
  const close = t('close')
  const theme = useMemo(() => themeWith({ close }), [close])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ErrorBoundary>
        <Suspense fallback={null}>
          <SessionGate />
        </Suspense>
      </ErrorBoundary>
    </MantineProvider>
  )
}

/** The link of an invitation opens without a key; everything else asks for one. */
function SessionGate() {
  const invitation = useInvitationToken()
  return invitation === null ? <Session /> : <Invitation key={invitation} token={invitation} />
}

function Invitation({ token }: { token: string }) {
  // Its own: the session's is emptied where there is no key.
  const [queries] = useState(createQueryClient)
  const open = useSession((state) => state.open)
  const enter = (key: string) => {
    open(key)
    window.location.hash = '#/projects'
  }
  return (
    <QueryClientProvider client={queries}>
      <AcceptPage token={token} onEnter={enter} />
    </QueryClientProvider>
  )
}

function Session() {
  const { key, isRefused, open } = useSession()
  const [queries] = useState(createQueryClient)
  useLoadLater(loadNoSession)
  useEffect(() => {
    // What one key could see is not for the next.
    if (key === null) queries.clear()
  }, [key, queries])
  if (key === null) return <NoSessionPage isRefused={isRefused} onOpen={open} />
  return (
    <QueryClientProvider client={queries}>
      <Screens />
    </QueryClientProvider>
  )
}

/** Made when they are first shown, so that the router starts at the address that is there then. */
function Screens() {
  const [router] = useState(createAppRouter)
  return <RouterProvider router={router} />
}

/** The token of the invitation whose link was opened, or null: that screen needs no key. */
function useInvitationToken(): string | null {
  const hash = useSyncExternalStore(watchHash, () => window.location.hash)
  return /^#\/accept\/(\w+)$/.exec(hash)?.[1] ?? null
}

function watchHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
