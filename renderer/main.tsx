import '@mantine/core/styles.css'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { connectClient } from './api/client.ts'
import { startLanguage } from './i18n/language.ts'
import { showLocked, startSession, useSession } from './session-store.ts'
import { shareNonce } from './styles/nonce.ts'
import { insistOnStyles } from './ui/insist-on-styles.ts'

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

shareNonce()
insistOnStyles()
connectClient({
  key: () => useSession.getState().key,
  csrfToken: () => useSession.getState().csrfToken,
  refuse: () => useSession.getState().refuse(),
  lock: showLocked,
  recover: () => useSession.setState({ isRecovering: true }),
  noteAnswer: (isThere) => useSession.setState({ isSilent: !isThere }),
})
// The key leaves the address before anything else reads or records it.
await startSession()
await startLanguage({ isOfTeam: useSession.getState().methods !== null })
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
