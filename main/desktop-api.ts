/**
 * What the page and the shell call and tell each other: every channel once, with its arguments and
 * its result. Imports nothing, so that the page may import its types and the preload its names.
 */

/** Where the service answers and the key of this launch. */
export type ServiceSession = { baseUrl: string; key: string }

/** What the recorder in the page is doing. */
export type RecordingState = 'idle' | 'recording' | 'paused'

/** Work in the page that would be lost if the app were quit without asking. */
export type Activity = { recording: RecordingState; uploads: number }

/** What a menu, the tray or the global shortcut asks of the page. */
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

/** A page of the app as the router takes it: `/projects/proj_…`. */
type PagePath = string

type PageNotice = { title: string; body: string; path: PagePath | null }

export type WatchedFolder = {
  id: string
  path: string
  projectId: string
  /** Why no files are taken at the moment; null if all is well. */
  problem: string | null
  imported: number
}

export type ShortcutState = {
  /** In Electron's notation, `CommandOrControl+Shift+R`; null if switched off. */
  accelerator: string | null
  /** False if another program has these keys. */
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

/** The calls that the page may make, by the name they have on `window.desktop`. */
export type DesktopCalls = {
  /** Null if the page came from the service itself. */
  session: () => ServiceSession | null
  /** Opens an https address in the system's browser; false if it was refused. */
  openOutside: (address: string) => boolean
  /** For the tray, for staying awake, and for the question when quitting. */
  noteActivity: (activity: Activity) => void
  notify: (notice: PageNotice) => void
  revealDataFolder: () => void
  /** Asks for a folder and watches it for a project; null if the person chose none. */
  watchFolder: (projectId: string) => WatchedFolder | null
  watchedFolders: () => WatchedFolder[]
  unwatchFolder: (id: string) => void
  loginItem: () => boolean
  setLoginItem: (opensAtLogin: boolean) => boolean
  shortcut: () => ShortcutState
  setShortcut: (accelerator: string | null) => ShortcutState
  updates: () => UpdateState
  checkForUpdates: () => UpdateState
  downloadUpdate: () => UpdateState
  /** Restarts now. Without it, an update that is ready is installed when the app quits. */
  installUpdate: () => void
  /** Whether this system lets the computer's own sound be recorded. */
  canRecordSystemAudio: () => boolean
}

export const callChannels = {
  session: 'desktop:session',
  openOutside: 'desktop:open-outside',
  noteActivity: 'desktop:note-activity',
  notify: 'desktop:notify',
  revealDataFolder: 'desktop:reveal-data-folder',
  watchFolder: 'desktop:watch-folder',
  watchedFolders: 'desktop:watched-folders',
  unwatchFolder: 'desktop:unwatch-folder',
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

/** What the shell tells the page, by the method that subscribes to it. */
export type DesktopEvents = {
  /** The service was restarted with another key. */
  onSession: ServiceSession
  onCommand: DesktopCommand
  /** A link `earshot://…`, or a notification that was clicked. */
  onOpenPage: PagePath
  onUpdates: UpdateState
  onWatchedFolders: WatchedFolder[]
}

export const eventChannels = {
  onSession: 'shell:session',
  onCommand: 'shell:command',
  onOpenPage: 'shell:open-page',
  onUpdates: 'shell:updates',
  onWatchedFolders: 'shell:watched',
} satisfies Record<keyof DesktopEvents, `shell:${string}`>

/** Ends a subscription. */
type Unsubscribe = () => void

/** `window.desktop` of the page in the desktop app. */
export type DesktopApi = {
  [Name in keyof DesktopCalls]: (
    ...args: Parameters<DesktopCalls[Name]>
  ) => Promise<ReturnType<DesktopCalls[Name]>>
} & {
  [Name in keyof DesktopEvents]: (listener: (value: DesktopEvents[Name]) => void) => Unsubscribe
}
