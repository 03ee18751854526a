import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
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
  readonly webContents = Object.assign(new EventEmitter(), {
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

type Item = { label?: string; role?: string; click?: () => void; submenu?: Item[] }

export const Menu = { buildFromTemplate: (items: Item[]) => items }

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
  setContextMenu = (items: Item[]) => void (this.menu = items)
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

export const app = { dock: { badge: '', setBadge: (text: string) => void (app.dock.badge = text) } }

export const powerSaveBlocker = {
  start: () => {
    made.awake.add(++made.blockers)
    return made.blockers
  },
  stop: (id: number) => void made.awake.delete(id),
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
  showOpenDialog: async () => ({ filePaths: dialog.chosen }),
}

export const desktopCapturer = { getSources: async () => [{ id: 'screen:0:0', name: 'Screen' }] }

export const shell = {
  openExternal: async (address: string) => void made.opened.push(address),
  openPath: async (folder: string) => void made.opened.push(folder),
}

export const utilityProcess = {
  fork(...[entry, args, options]: ConstructorParameters<typeof UtilityProcess>) {
    const started = new UtilityProcess(entry, args, options)
    made.children.push(started.child)
    return started
  },
}
