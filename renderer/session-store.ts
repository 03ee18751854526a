import { create } from 'zustand'
import { getMe, getSignInMethods, type Identity, type SignInMethods } from 'earshot/client'
import { callServiceAt } from './api/client.ts'
import type { ServiceSession } from '../main/desktop-api.ts'
import { bridge } from './bridge.ts'

const storageName = 'earshot.session'

/** What the service lets whoever opened the page do; a session ends where that changes. */
type Access = {
  isAdmin: boolean
  /** An admin of the organization that operates the installation: of models, folders and the queue of all. */
  isOperator: boolean
  /** Whether the library is files of the service, which it backs up itself, and is on no database server. */
  hasOwnLibrary: boolean
}

type SessionState = {
  key: string | null
  /** What the page of a member who signed in sends with every write: the session is in a cookie. */
  csrfToken: string | null
  /** How members sign in at this address; null where the page is opened with a key. */
  methods: SignInMethods | null
  access: Access
  /** The service rejected the key or the session: the page says so and asks for another. */
  isRefused: boolean
  /** The service did not answer the last call. */
  isSilent: boolean
  /** The library is encrypted and closed: a screen of its own opens it. */
  isLocked: boolean
  /** The library cannot be opened: a screen of its own says what can be done. */
  isRecovering: boolean
  open: (key: string) => void
  refuse: () => void
}

/** The key for calling the service, kept only for the lifetime of the tab, or the session of a member. */
export const useSession = create<SessionState>((set) => ({
  key: null,
  csrfToken: null,
  methods: null,
  // With a key the page is the owner's.
  access: { isAdmin: true, isOperator: true, hasOwnLibrary: true },
  isRefused: false,
  isSilent: false,
  isLocked: false,
  isRecovering: false,
  open: (key) => {
    sessionStorage.setItem(storageName, key)
    set({ key, isRefused: false })
  },
  refuse: () => {
    sessionStorage.removeItem(storageName)
    set({ key: null, csrfToken: null, isRefused: true })
  },
}))

/** Whether the page is open as a member who signed in, and not with a key. */
export const isSignedIn = (): boolean => useSession.getState().csrfToken !== null

/** Known before the first screen: what would be refused is neither shown nor asked for. */
export const access = (): Access => useSession.getState().access

/** Shows the screen of a closed library, which follows until the library is open. */
export const showLocked = (): void => useSession.setState({ isLocked: true })

/**
 * Takes the key from the address (and removes it there), from the shell, or from before a reload.
 */
export async function startSession(): Promise<void> {
  const shell = await bridge().session()
  if (shell) callServiceAt(shell.baseUrl)
  const key = takeKeyFromAddress() ?? shell?.key ?? readStored()
  if (key) useSession.getState().open(key)
  else if (!shell) await findSession()
  bridge().onSession?.(takeSession)
  // Opening the address of a later start in the same tab only changes the part after the #.
  window.addEventListener('hashchange', () => {
    const later = takeKeyFromAddress()
    if (later === null) return
    useSession.getState().open(later)
    window.location.reload()
  })
}

/** At an address where members sign in: how, and whether one is signed in already. */
async function findSession(): Promise<void> {
  const methods = await getSignInMethods().then(({ data }) => data, none)
  if (!methods?.email && !methods?.openid) return
  const me = await getMe().then(({ data }) => data, none)
  // Nobody was signed in before, so nothing has ended.
  useSession.setState({ methods, isRefused: false, csrfToken: me?.csrf_token ?? null })
  if (me) useSession.setState({ access: accessOf(me) })
  // An old link, opened by somebody who is in.
  if (me && window.location.hash.startsWith('#/sign-in')) window.location.hash = '#/'
}

const none = () => null

function accessOf(me: Identity): Access {
  const isAdmin = me.member.role === 'admin'
  return {
    isAdmin,
    isOperator: isAdmin && me.operates_installation,
    hasOwnLibrary: me.has_own_library,
  }
}

// `npm run dev` (main/dev.ts) passes on the key of a restarted service; builds do not contain this.
import.meta.hot?.on('earshot:session', ({ key }: { key: string }) => {
  useSession.getState().open(key)
  window.location.reload()
})

/** The service restarted: it has another key, and another address if its port was taken. */
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
