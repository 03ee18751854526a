import type { BrowserWindow } from 'electron'
import {
  eventChannels,
  type DesktopEvents,
  type OpeningCommand,
  type ServiceSession,
} from './desktop-api.ts'

/** The pages that commands open when a window first has to be created. */
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
  /** The page's address; null while no service is running. */
  address: () => string | null
  /** Whether the window must survive being closed because it is recording or uploading. */
  isBusy: () => boolean
  /** The page and its work are gone; the next page starts afresh. */
  onEnd: () => void
}

export type PageWindow = {
  current: () => BrowserWindow | null
  /** Brings the window to the front and opens this page if one is given. */
  show: (path?: string | null) => void
  command: (command: OpeningCommand) => void
  /** Stops the page's recording; false if no page is loaded. */
  stop: () => boolean
  /** Sends an event to the page; lost if no page is loaded. */
  send: <Name extends keyof DesktopEvents>(name: Name, value: DesktopEvents[Name]) => void
  /** A service is available: opens the page, or passes it the new key. */
  connect: (session: ServiceSession) => void
  /** From now on, closing the window really closes it. */
  release: () => void
}

/** The app's only window, and the shell's messages to its page. */
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
    // The page's own question cannot be shown here; the shell has already asked before quitting.
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
      // A page may open a file picker only shortly after a click in the page, and a click in a menu
      // is not one. Passing `true` simulates that click; the script does nothing.
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
      // The page's content policy names the old address. Finishing a recording
      // matters more than reloading.
      else if (!isBusy()) load('')
    },
    release: () => (isReleased = true),
  }
}
