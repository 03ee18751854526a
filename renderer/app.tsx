import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createQueryClient } from './api/query-client.ts'
import { useRecoveryCode } from './features/encryption/code-store.ts'
import { createAppRouter } from './routes.tsx'
import { useSession } from './session-store.ts'
import { styleNonce } from './styles/nonce.ts'
import { themeVariables, themeWith } from './styles/theme.ts'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { lazyPart } from './ui/lazy-part.ts'
import { useHash } from './ui/use-hash.ts'
import { useLoadLater } from './ui/use-load-later.ts'

// Rarely used screens, none of them needed together with the main ones.
const AcceptPage = lazyPart(async () => (await import('./pages/accept-page.tsx')).AcceptPage)
const loadRecovery = async () => (await import('./pages/recovery-page.tsx')).RecoveryPage
const RecoveryPage = lazyPart(loadRecovery)
const loadLocked = async () => (await import('./pages/locked-page.tsx')).LockedPage
const LockedPage = lazyPart(loadLocked)
const loadCode = async () =>
  (await import('./features/encryption/recovery-code-dialog.tsx')).RecoveryCodeDialog
const RecoveryCodeDialog = lazyPart(loadCode)
const SignInPage = lazyPart(async () => (await import('./pages/sign-in-page.tsx')).SignInPage)
const loadNoSession = async () => (await import('./pages/no-session-page.tsx')).NoSessionPage
const NoSessionPage = lazyPart(loadNoSession)

/** Providers from the outside in: theme, error handling, session, server data, router. */
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

/** Invitation links open without a key; everything else requires one. */
function SessionGate() {
  const invitation = useInvitationToken()
  return invitation === null ? <Session /> : <Invitation key={invitation} token={invitation} />
}

function Invitation({ token }: { token: string }) {
  // A separate client: the session's is cleared while there is no key.
  const [queries] = useState(createQueryClient)
  const open = useSession((state) => state.open)
  const enter = (key: string | null) => {
    window.location.hash = '#/'
    if (key !== null) open(key)
    // The session is in a cookie, and the page learns of it as it opens.
    else window.location.reload()
  }
  return (
    <QueryClientProvider client={queries}>
      <AcceptPage token={token} onEnter={enter} />
    </QueryClientProvider>
  )
}

function Session() {
  const { key, csrfToken, methods, isRefused, isLocked, isRecovering, open } = useSession()
  const isOpen = key !== null || csrfToken !== null
  const hasNewCode = useRecoveryCode(({ shown }) => shown !== null)
  const [queries] = useState(createQueryClient)
  useLoadLater(loadNoSession)
  // Nobody answers while the library closes.
  useLoadLater(loadLocked)
  useLoadLater(loadCode)
  useEffect(() => {
    // The next key must not see data loaded with this one.
    if (!isOpen) queries.clear()
  }, [isOpen, queries])
  const leaveClosed = useCallback(() => {
    // What failed to load meanwhile is asked for again.
    queries.clear()
    useSession.setState({ isLocked: false, isRecovering: false })
  }, [queries])
  if (!isOpen && methods) {
    return (
      <QueryClientProvider client={queries}>
        <SignInPage methods={methods} isEnded={isRefused} />
      </QueryClientProvider>
    )
  }
  if (!isOpen) return <NoSessionPage isRefused={isRefused} onOpen={open} />
  return (
    <QueryClientProvider client={queries}>
      {isLocked ? (
        <LockedPage onOpen={leaveClosed} />
      ) : isRecovering ? (
        <RecoveryPage onOpen={leaveClosed} />
      ) : (
        <Screens />
      )}
      {hasNewCode ? <RecoveryCodeDialog /> : null}
    </QueryClientProvider>
  )
}

/** Created on first render, so the router starts from the address at that moment. */
function Screens() {
  const [router] = useState(createAppRouter)
  return <RouterProvider router={router} />
}

/** The token of an opened invitation link, or null. That screen needs no key. */
function useInvitationToken(): string | null {
  return /^#\/accept\/(\w+)$/.exec(useHash())?.[1] ?? null
}
