import type { BrowserWindow } from 'electron'
import {
  eventChannels,
  type DesktopEvents,
  type OpeningCommand,
  type ServiceSession,
} from './desktop-api.ts'

/** The pages that commands open in a window that is only being made. */
const startPages: Readonly<Record<OpeningCommand, string>> = {
  record: '/record',
  search: '/search',
  import: '/projects',
  queue: '/queue',
  settings: '/settings',
  keys: '',
  about: '/settings?section=about',
}

type Options = {
  open: () => BrowserWindow
  /** Where the page is; null while no service runs. */
  address: () => string | null
  /** The window must stay, although a person closed it: it records, or sends. */
  isBusy: () => boolean
  /** The page ended and its work with it; the next page starts afresh. */
  onEnd: () => void
}

export type PageWindow = {
  current: () => BrowserWindow | null
  /** Brings it to the front, on this page where one is named. */
  show: (path?: string | null) => void
  command: (command: OpeningCommand) => void
  /** Ends the page's recording; false where there is no page that could record. */
  stop: () => boolean
  /** Tells the page something; lost if no page is loaded. */
  send: <Name extends keyof DesktopEvents>(name: Name, value: DesktopEvents[Name]) => void
  /** A service is available: opens the page, or tells it the new key. */
  connect: (session: ServiceSession) => void
  /** From now on closing closes. */
  release: () => void
}

/** The one window and what the shell says to its page. */
export function createPageWindow({ open, address, isBusy, onEnd }: Options): PageWindow {
  let window: BrowserWindow | null = null
  let base: string | null = null
  let isLoaded = false
  let isReleased = false

  const load = (path: string) => {
    const page = address()
    if (page === null || window === null) return
    isLoaded = false
    void window.loadURL(path === '' ? page : `${page}#${path}`)
  }
  const make = (path: string) => {
    const made = open()
    window = made
    made.on('close', (event) => {
      if (isReleased || !isBusy()) return
      event.preventDefault()
      made.hide()
    })
    made.on('closed', () => {
      window = null
      isLoaded = false
      onEnd()
    })
    made.webContents.on('render-process-gone', () => {
      isLoaded = false
      onEnd()
    })
    made.webContents.on('did-finish-load', () => (isLoaded = true))
    // The page's own question cannot be shown here; the shell has asked before it quits.
    made.webContents.on('will-prevent-unload', (event) => event.preventDefault())
    load(path)
  }
  const send: PageWindow['send'] = (name, value) => {
    if (isLoaded) window?.webContents.send(eventChannels[name], value)
  }
  const show = (path: string | null = null) => {
    if (address() === null) return
    if (!window) return make(path ?? '')
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
    if (path === null) return
    if (isLoaded) send('onOpenPage', path)
    else load(path)
  }
  return {
    current: () => window,
    show,
    command: (command) => {
      const isThere = window !== null && isLoaded
      show(isThere ? null : startPages[command])
      if (!isThere) return
      // A page opens a choice of files soon after a click only; the click in a menu is not its own.
      // With `true` this counts as one; nothing is run.
      if (command === 'import') void window?.webContents.executeJavaScript('void 0', true)
      send('onCommand', command)
    },
    stop: () => {
      if (window === null || !isLoaded) return false
      show()
      send('onCommand', 'stop')
      return true
    },
    send,
    connect: (session) => {
      const isSame = base === session.baseUrl
      base = session.baseUrl
      if (!window) make('')
      else if (isSame) send('onSession', session)
      // Its policy names the old address. A recording is worth more than a page that is up to date.
      else if (!isBusy()) load('')
    },
    release: () => (isReleased = true),
  }
}
