/**
 * Every channel between the page and the shell, with its arguments and result. Imports nothing, so
 * that the page can import its types and the preload its names.
 */

/** The service's address and the key for this launch. */
export type ServiceSession = { baseUrl: string; key: string }

/** The state of the page's recorder. */
export type RecordingState = 'idle' | 'recording' | 'paused'

/** Work in the page that quitting without a question would lose. */
export type Activity = { recording: RecordingState; uploads: number }

/** Commands that a menu, the tray or the global shortcut sends to the page. */
export type DesktopCommand =
  | 'record'
  | 'stop'
  | 'search'
  | 'import'
  | 'queue'
  | 'settings'
  | 'keys'
  | 'about'

/** Commands that open a page if none is open; `stop` never does. */
export type OpeningCommand = Exclude<DesktopCommand, 'stop'>

/** A page of the app as a router path: `/projects/proj_…`. */
type PagePath = string

type PageNotice = { title: string; body: string; path: PagePath | null }

export type ShortcutState = {
  /** In Electron's notation, `CommandOrControl+Shift+R`; null if switched off. */
  accelerator: string | null
  /** False if another program has already claimed these keys. */
  isActive: boolean
}

export type UpdateState =
  /** This build has no update address, or no key to verify updates with. */
  | { kind: 'off' }
  | { kind: 'idle' }
  | { kind: 'checking' }
  | { kind: 'newest' }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; reason: string }

/** The calls the page can make, by their names on `window.desktop`. */
export type DesktopCalls = {
  /** Null if the service itself served the page. */
  session: () => ServiceSession | null
  /** Opens an https address in the system's browser; false if it was refused. */
  openOutside: (address: string) => boolean
  /** Updates the tray, keeps the computer awake, and decides what to ask when quitting. */
  noteActivity: (activity: Activity) => void
  notify: (notice: PageNotice) => void
  revealDataFolder: () => void
  /** Asks for a folder and answers its path; null if the person cancels. */
  chooseFolder: () => string | null
  loginItem: () => boolean
  setLoginItem: (opensAtLogin: boolean) => boolean
  shortcut: () => ShortcutState
  setShortcut: (accelerator: string | null) => ShortcutState
  updates: () => UpdateState
  checkForUpdates: () => UpdateState
  downloadUpdate: () => UpdateState
  /** Restarts now. Otherwise, an update that is ready is installed when the app quits. */
  installUpdate: () => void
  /** Whether this system lets apps record the computer's own sound. */
  canRecordSystemAudio: () => boolean
}

export const callChannels = {
  session: 'desktop:session',
  openOutside: 'desktop:open-outside',
  noteActivity: 'desktop:note-activity',
  notify: 'desktop:notify',
  revealDataFolder: 'desktop:reveal-data-folder',
  chooseFolder: 'desktop:choose-folder',
  loginItem: 'desktop:login-item',
  setLoginItem: 'desktop:set-login-item',
  shortcut: 'desktop:shortcut',
  setShortcut: 'desktop:set-shortcut',
  updates: 'desktop:updates',
  checkForUpdates: 'desktop:check-for-updates',
  downloadUpdate: 'desktop:download-update',
  installUpdate: 'desktop:install-update',
  canRecordSystemAudio: 'desktop:can-record-system-audio',
} satisfies Record<keyof DesktopCalls, `desktop:${string}`>

/** Events from the shell, by the name of the method that subscribes to each. */
export type DesktopEvents = {
  /** The service restarted with a new key. */
  onSession: ServiceSession
  onCommand: DesktopCommand
  /** The person followed an `earshot://…` link or clicked a notification. */
  onOpenPage: PagePath
  onUpdates: UpdateState
}

export const eventChannels = {
  onSession: 'shell:session',
  onCommand: 'shell:command',
  onOpenPage: 'shell:open-page',
  onUpdates: 'shell:updates',
} satisfies Record<keyof DesktopEvents, `shell:${string}`>

/** Ends a subscription. */
type Unsubscribe = () => void

/** `window.desktop`, available to the page inside the desktop app. */
export type DesktopApi = {
  [Name in keyof DesktopCalls]: (
    ...args: Parameters<DesktopCalls[Name]>
  ) => Promise<ReturnType<DesktopCalls[Name]>>
} & {
  [Name in keyof DesktopEvents]: (listener: (value: DesktopEvents[Name]) => void) => Unsubscribe
}
