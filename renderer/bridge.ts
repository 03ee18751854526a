/** What only a desktop has. A browser offers the stand-in below, and leaves out what it cannot do. */

/** Where the service answers and the key of this launch. */
export type ServiceSession = { baseUrl: string; key: string }

export type RecordingState = 'idle' | 'recording' | 'paused'

/** What keeps the app from being quit without a question. */
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

/** A page of the app, as the router takes it: `/projects/proj_…`. */
export type PagePath = string

export type WatchedFolder = {
  id: string
  path: string
  projectId: string
  /** Why files are not taken at the moment; null where all is well. */
  problem: string | null
  imported: number
}

export type ShortcutState = {
  /** As Electron writes it, `CommandOrControl+Shift+R`; null switches it off. */
  accelerator: string | null
  /** False where another program has it. */
  isActive: boolean
}

export type UpdateState =
  /** This build has no update address or no key to check updates with. */
  | { kind: 'off' }
  | { kind: 'idle' }
  | { kind: 'checking' }
  | { kind: 'newest' }
  | { kind: 'available'; version: string }
  | { kind: 'downloading'; version: string; percent: number }
  | { kind: 'ready'; version: string }
  | { kind: 'failed'; reason: string }

/** Ends a subscription. */
export type Unsubscribe = () => void

export type DesktopBridge = {
  /** Null where the page came from the service itself, and in a browser. */
  session(): Promise<ServiceSession | null>
  /** Opens an https address in the system's browser; false where it was refused. */
  openOutside(address: string): Promise<boolean>
  /** The service was started again, with another key. */
  onSession?(listener: (session: ServiceSession) => void): Unsubscribe
  /** Menu, tray and shortcut. */
  onCommand?(listener: (command: DesktopCommand) => void): Unsubscribe
  /** A link earshot://…, or a notification that was clicked. */
  onOpenPage?(listener: (path: PagePath) => void): Unsubscribe
  /** Tells the shell what goes on: for the tray, for staying awake, for the question when quitting. */
  noteActivity?(activity: Activity): Promise<void>
  notify?(notice: { title: string; body: string; path: PagePath | null }): Promise<void>
  revealDataFolder?(): Promise<void>
  /** Asks for a folder and watches it for a project; null where the person chose none. */
  watchFolder?(projectId: string): Promise<WatchedFolder | null>
  watchedFolders?(): Promise<WatchedFolder[]>
  unwatchFolder?(id: string): Promise<void>
  onWatchedFolders?(listener: (folders: WatchedFolder[]) => void): Unsubscribe
  loginItem?(): Promise<boolean>
  setLoginItem?(opensAtLogin: boolean): Promise<boolean>
  shortcut?(): Promise<ShortcutState>
  setShortcut?(accelerator: string | null): Promise<ShortcutState>
  updates?(): Promise<UpdateState>
  checkForUpdates?(): Promise<UpdateState>
  downloadUpdate?(): Promise<UpdateState>
  /** Restarts now; without it an update that is ready is installed when the app is quit. */
  installUpdate?(): Promise<void>
  onUpdates?(listener: (state: UpdateState) => void): Unsubscribe
  /** Which sounds of the computer itself can be recorded here. */
  canRecordSystemAudio?(): Promise<boolean>
}

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}

const browser: DesktopBridge = {
  session: async () => null,
  openOutside: async (address) => window.open(address, '_blank', 'noopener') !== null,
}

export const bridge = (): DesktopBridge => window.desktop ?? browser

/** True inside the desktop app. */
export const isDesktop = (): boolean => window.desktop !== undefined
