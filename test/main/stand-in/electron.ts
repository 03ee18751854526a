/**
 * The module `electron` on plain Node. What has to be real is: the window is a page of Chromium that
 * gets its files from the handler of its scheme and reaches the shell through the real preload; the
 * service and its engines are processes of their own; one instance holds the data folder. What only
 * the system shows (menus, notifications, dialogs) is kept, so that a test can read and press it.
 */
import { EventEmitter } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import * as fake from '../electron-fake.ts'
import { obeyTest } from './control.ts'
import { createInstanceLock } from './instance-lock.ts'
import { endWindows, openWindow, type WindowOptions } from './window.ts'

export {
  desktopCapturer,
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  Notification,
  powerSaveBlocker,
  safeStorage,
  shell,
  Tray,
} from '../electron-fake.ts'
export { ipcMain } from '../electron-fake.ts'
export { autoUpdater, net } from './net.ts'
export const session = { ...fake.session, fromPartition: () => ({}) }

// A test reads nothing of it: the scheme works where the page loads.
export const protocol = { registerSchemesAsPrivileged: () => undefined }

type Fork = Parameters<typeof fake.utilityProcess.fork>

const translateOrigin = `--import ${new URL('translate-origin.ts', import.meta.url).href}`

/** Processes as those of the unit tests; the service is told of the page by its own address. */
export const utilityProcess = {
  fork: (entry: Fork[0], args?: Fork[1], options?: Fork[2]) =>
    fake.utilityProcess.fork(entry, args, {
      ...options,
      env: { ...options?.env, NODE_OPTIONS: translateOrigin },
    }),
}

/** Where the packed app keeps its files beside its program; nothing lies there in development. */
const resources = process.env['EARSHOT_STAND_IN_RESOURCES']
Reflect.set(process, 'resourcesPath', resources ?? path.join(import.meta.dirname, 'resources'))

class App extends EventEmitter {
  readonly isPackaged = resources !== undefined
  readonly dock = { setBadge: () => undefined }
  private userData = ''
  private hold = createInstanceLock((args) => this.emit('second-instance', {}, args))

  setPath = (name: string, place: string) => {
    if (name !== 'userData') throw new Error(`Nobody asked for the place of ${name} before.`)
    mkdirSync(place, { recursive: true })
    this.userData = place
  }
  getPath = () => this.userData
  enableSandbox = () => undefined
  requestSingleInstanceLock = () => this.hold.take(this.userData, process.argv)
  setAsDefaultProtocolClient = () => true
  getLocale = () => 'en-US'
  getName = () => 'Earshot'
  getVersion = () => '1.0.0'
  whenReady = () => this.hold.settled()

  /** As Electron's own: whoever listens may keep it, and then each window. */
  quit = () => {
    let isKept = false
    this.emit('before-quit', { preventDefault: () => (isKept = true) })
    if (isKept || !fake.made.windows.every((window) => tryClose(window))) return
    this.exit(0)
  }
  exit = (code = 0) =>
    void endWindows().finally(() => {
      this.emit('quit', {}, code)
      process.exit(code)
    })
}

const tryClose = (window: unknown) => !(window instanceof BrowserWindow) || window.tryClose()

export const app = new App()

/** The page of Chromium that stands for a window. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: Awaited<ReturnType<typeof openWindow>>['contents']
  private readonly page: ReturnType<typeof openWindow>
  private isVisible = false
  private isClosed = false

  constructor(options: WindowOptions) {
    super()
    this.page = openWindow(options, app.getPath())
    this.webContents = this.page.contents
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    fake.made.windows.push(this as never)
  }

  loadURL = (address: string) => this.page.load(address)
  getNormalBounds = () => ({ x: 0, y: 0, width: 1280, height: 800 })
  show = () => void (this.isVisible = true)
  hide = () => void (this.isVisible = false)
  focus = () => undefined
  isFocused = () => this.isVisible
  isMinimized = () => false
  restore = () => undefined
  setOverlayIcon = () => undefined
  /** What the cross in the window's corner does. */
  close = () => {
    if (this.tryClose()) void this.page.end()
  }
  /** False where a listener keeps it. */
  tryClose = (): boolean => {
    if (this.isClosed) return true
    let isKept = false
    this.emit('close', { preventDefault: () => (isKept = true) })
    if (isKept) return false
    this.isClosed = true
    this.emit('closed')
    fake.made.windows.length = 0
    app.emit('window-all-closed')
    return true
  }
}

obeyTest(app)
