import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { SafeStorage } from 'electron'
import { UtilityProcess } from './utility-process.ts'

/**
 * What the shell's files take from `electron`, faked at that edge only: windows record their
 * options, and utility processes are real processes of plain Node.
 */
export const made: {
  windows: BrowserWindow[]
  children: ChildProcess[]
  opened: string[]
  notifications: Notification[]
  trays: Tray[]
  awake: Set<number>
  blockers: number
} = {
  windows: [],
  children: [],
  opened: [],
  notifications: [],
  trays: [],
  awake: new Set(),
  blockers: 0,
}

export class BrowserWindow extends EventEmitter {
  readonly options: unknown
  readonly loaded: string[] = []
  readonly sent: unknown[][] = []
  isVisible = false
  overlay: unknown = null
  /** Scripts that counted as a person's click. */
  readonly gestures: string[] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    executeJavaScript: async (script: string, isGesture: boolean) =>
      void (isGesture && this.gestures.push(script)),
    send: (...message: unknown[]) => void this.sent.push(message),
  })

  constructor(options: unknown) {
    super()
    this.options = options
    made.windows.push(this)
  }

  getNormalBounds = () => ({ x: 5, y: 6, width: 900, height: 700 })
  show = () => void (this.isVisible = true)
  hide = () => void (this.isVisible = false)
  focus = () => undefined
  isMinimized = () => false
  loadURL = async (address: string) => void this.loaded.push(address)
  setOverlayIcon = (image: unknown) => void (this.overlay = image)
}

export class Notification extends EventEmitter {
  static isSupported = () => true
  readonly options: unknown
  isShown = false

  constructor(options: unknown) {
    super()
    this.options = options
    made.notifications.push(this)
  }

  show = () => void (this.isShown = true)
}

/** A menu as far as a test looks at it: what it was made of. */
type Template = readonly object[]
type Item = { label?: string; role?: string; click?: () => void; submenu?: Item[] }

export const Menu = {
  buildFromTemplate: (items: Template) => ({ items }),
  application: [] as Item[],
  setApplicationMenu: (menu: { items: Template } | null) =>
    void (Menu.application = [...(menu?.items ?? [])]),
}

export class Tray extends EventEmitter {
  image: unknown
  menu: Item[] = []
  tip = ''

  constructor(image: unknown) {
    super()
    this.image = image
    made.trays.push(this)
  }

  setImage = (image: unknown) => void (this.image = image)
  setToolTip = (text: string) => void (this.tip = text)
  setContextMenu = (menu: { items: Template } | null) => void (this.menu = [...(menu?.items ?? [])])
}

export const nativeImage = {
  createFromBitmap: (bitmap: Buffer) => ({
    bitmap,
    isTemplate: false,
    setTemplateImage(isTemplate: boolean) {
      this.isTemplate = isTemplate
    },
  }),
}

/** An app that is ready; what is asked of it before that is noted in its order. */
class App extends EventEmitter {
  readonly dock = { badge: '', setBadge: (text: string) => void (this.dock.badge = text) }
  readonly asked: string[] = []
  /** Whether no other instance runs. */
  isAlone = true
  hasQuit = false
  readonly isPackaged = false

  note = (what: string) => void this.asked.push(what)
  setPath = (name: string, place: string) => this.note(`${name} ${place}`)
  enableSandbox = () => this.note('sandbox')
  requestSingleInstanceLock = () => this.isAlone
  setAsDefaultProtocolClient = (scheme: string) => this.note(`links ${scheme}`)
  getLocale = () => 'en-US'
  getVersion = () => '1.0.0'
  whenReady = async () => this.note('ready')

  /** As Electron's own: whoever listens may keep it. */
  quit = () => {
    let isKept = false
    this.emit('before-quit', { preventDefault: () => (isKept = true) })
    this.hasQuit = !isKept
  }
}

export const app = new App()

export const protocol = {
  registerSchemesAsPrivileged: (schemes: { scheme: string }[]) =>
    app.note(`schemes ${schemes.map(({ scheme }) => scheme).join(' ')}`),
}

/** What was set on the one session, by the name of what set it. */
const sessionHandlers = new Map<string, unknown>()
const setOn = (name: string) => (handler: unknown) => void sessionHandlers.set(name, handler)

export const session = {
  defaultSession: {
    handlers: sessionHandlers,
    protocol: { handle: (scheme: string, answer: unknown) => setOn(scheme)(answer) },
    setPermissionRequestHandler: setOn('permission-request'),
    setPermissionCheckHandler: setOn('permission-check'),
    setDevicePermissionHandler: setOn('device-permission'),
    setDisplayMediaRequestHandler: setOn('display-media'),
  },
}

type Handler = (event: unknown, ...args: unknown[]) => unknown

export const ipcMain = {
  handlers: new Map<string, Handler>(),
  handle: (channel: string, handler: (event: never, ...args: never[]) => unknown) =>
    void ipcMain.handlers.set(channel, handler as Handler),
}

export const powerSaveBlocker = {
  start: () => {
    made.awake.add(++made.blockers)
    return made.blockers
  },
  stop: (id: number) => made.awake.delete(id),
}

/** `taken` are the keys of other programs. */
export const globalShortcut = {
  taken: new Set<string>(),
  ours: new Map<string, () => void>(),
  register(keys: string, act: () => void) {
    if (globalShortcut.taken.has(keys)) return false
    globalShortcut.ours.set(keys, act)
    return true
  },
  unregister: (keys: string) => void globalShortcut.ours.delete(keys),
}

export const dialog = {
  answer: 0,
  asked: [] as { message: string }[],
  async showMessageBox(question: { message: string }) {
    dialog.asked.push(question)
    return { response: dialog.answer }
  },
  /** What the person picks in the system's own dialog. */
  chosen: [] as string[],
  showErrorBox: (title: string, text: string) =>
    void dialog.asked.push({ message: `${title}: ${text}` }),
  showOpenDialog: async () => ({ filePaths: dialog.chosen }),
}

export const desktopCapturer = { getSources: async () => [{ id: 'screen:0:0', name: 'Screen' }] }

export const shell = {
  openExternal: async (address: string) => void made.opened.push(address),
  openPath: async (folder: string) => {
    made.opened.push(folder)
    return '' // no problem
  },
}

export const utilityProcess = {
  fork(...[entry, args, options]: ConstructorParameters<typeof UtilityProcess>) {
    const started = new UtilityProcess(entry, args, options)
    made.children.push(started.child)
    return started
  },
}

/** A keychain that turns texts round. */
export const safeStorage = {
  isBroken: false,
  backend: 'gnome_libsecret' as ReturnType<SafeStorage['getSelectedStorageBackend']>,
  reset: () => Object.assign(safeStorage, { isBroken: false, backend: 'gnome_libsecret' }),
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => safeStorage.backend,
  encryptString: (text: string) => Buffer.from(safeStorage.turn(text)),
  decryptString: (sealed: Buffer) => safeStorage.turn(String(sealed)),
  turn: (text: string): string => {
    if (safeStorage.isBroken) throw new Error('The keychain is locked.')
    return [...text].toReversed().join('')
  },
}
