import { create } from 'zustand'
import { callServiceAt } from './api/client.ts'
import type { ServiceSession } from '../main/desktop-api.ts'
import { bridge } from './bridge.ts'

const storageName = 'earshot.session'

type SessionState = {
  key: string | null
  /** The service refused the key: the page says so and asks for another. */
  isRefused: boolean
  /** The last call of the service was not answered. */
  isSilent: boolean
  open: (key: string) => void
  refuse: () => void
}

/** The key that this page calls the service with; kept for the life of the tab only. */
export const useSession = create<SessionState>((set) => ({
  key: null,
  isRefused: false,
  isSilent: false,
  open: (key) => {
    sessionStorage.setItem(storageName, key)
    set({ key, isRefused: false })
  },
  refuse: () => {
    sessionStorage.removeItem(storageName)
    set({ key: null, isRefused: true })
  },
}))

/** Takes the key from the address (and out of it), from the shell, or from before a reload. */
export async function startSession(): Promise<void> {
  const shell = await bridge().session()
  if (shell) callServiceAt(shell.baseUrl)
  const key = takeKeyFromAddress() ?? shell?.key ?? readStored()
  if (key) useSession.getState().open(key)
  bridge().onSession?.(takeSession)
  // The address of a later start, opened in this same tab, changes only what is behind the #.
  window.addEventListener('hashchange', () => {
    const later = takeKeyFromAddress()
    if (later === null) return
    useSession.getState().open(later)
    window.location.reload()
  })
}

// `npm run dev` (main/dev.ts) hands over the key of a restarted service; no build contains this.
import.meta.hot?.on('earshot:session', ({ key }: { key: string }) => {
  useSession.getState().open(key)
  window.location.reload()
})

/** The service was started again: another key, and another address where its port was taken. */
function takeSession({ key, baseUrl }: ServiceSession): void {
  callServiceAt(baseUrl)
  useSession.getState().open(key)
}

function takeKeyFromAddress(): string | null {
  const fragment = new URLSearchParams(window.location.hash.slice(1))
  const key = fragment.get('token')
  if (key === null) return null
  const { pathname, search } = window.location
  window.history.replaceState(null, '', pathname + search)
  return key
}

const readStored = (): string | null => sessionStorage.getItem(storageName)
