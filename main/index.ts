import { app, dialog, ipcMain, Menu, session, shell, type BrowserWindow } from 'electron'
import path from 'node:path'
import { readConfig } from '../service/config.ts'
import { registerBridge } from './bridge.ts'
import { menuTemplate } from './menu.ts'
import { showNotice } from './notices.ts'
import { findPaths } from './paths.ts'
import { denyNavigation, denyPermissions, openOutside } from './security.ts'
import { hostService, type ServiceHost } from './service-host.ts'
import { createUpdates } from './updates.ts'
import { createWindow } from './window.ts'

const { dataDir } = readConfig(process.env)
const { isPackaged } = app
const root = path.join(import.meta.dirname, '..')
const paths = findPaths({ root, dataDir, isPackaged, resourcesPath: process.resourcesPath })
let host: ServiceHost | null = null
let window: BrowserWindow | null = null

const ownOrigin = () => {
  const running = host?.session()
  return running ? new URL(running.service.base_url).origin : null
}

// The profile's place must be known before Chromium opens it and before the instance lock is taken.
app.setPath('userData', paths.profile)
app.enableSandbox()
if (!app.requestSingleInstanceLock()) app.quit()
else void app.whenReady().then(start)

async function start(): Promise<void> {
  denyPermissions(session.defaultSession, ownOrigin)
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents, ownOrigin))
  registerBridge(ipcMain, ownOrigin, {
    session: () => host?.session()?.token ?? null,
    openOutside,
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, menuActions())))
  app.on('second-instance', focusWindow)
  app.on('activate', focusWindow)
  app.on('window-all-closed', () => app.quit())
  app.on('before-quit', quitAfterService)
  host = await hostService({
    entry: paths.serviceEntry,
    scripts: paths.scripts,
    dataDir,
    env: serviceEnvironment(),
    onReady: () => showWindow(),
    onNotice: (notice) => showNotice(notice, openPage),
    onGiveUp: (reason) => {
      dialog.showErrorBox('Earshot cannot start its service', `${reason}\nData: ${dataDir}`)
      app.quit()
    },
  })
  showWindow() // a service that was there before was ready before `host` was set
}

/** Opens or reloads the page under the service's address, which a restart may change. */
function showWindow(): void {
  const running = host?.session()
  if (!running) return
  window ??= openWindow()
  void window.loadURL(`${running.service.base_url}/app/`)
}

/** Brings the window to the front, on this page of the app where one is named. */
function openPage(link: string | null): void {
  const running = host?.session()
  focusWindow()
  if (running && link) void window?.loadURL(running.service.base_url + link)
}

function openWindow(): BrowserWindow {
  const opened = createWindow({ preload: paths.preload, stateFile: paths.windowState })
  opened.on('closed', () => (window = null))
  return opened
}

function focusWindow(): void {
  if (!window) return showWindow()
  if (window.isMinimized()) window.restore()
  window.focus()
}

/** Lets the service put its running jobs back before the app goes. */
function quitAfterService(event: { preventDefault: () => void }): void {
  const ending = host
  if (!ending) return
  event.preventDefault()
  host = null
  void ending.stop().finally(() => app.quit())
}

/** Tells the service where the packed weights and whisper-cli lie: outside the archive. */
function serviceEnvironment(): NodeJS.ProcessEnv {
  const { packedModels, packedWhisper } = paths
  if (!packedModels || !packedWhisper) return process.env
  const folders = [packedModels, process.env['EARSHOT_MODELS_PATH'] ?? '']
  return {
    ...process.env,
    EARSHOT_MODELS_PATH: folders.filter(Boolean).join(path.delimiter),
    EARSHOT_WHISPER_CLI: packedWhisper,
  }
}

function menuActions() {
  const updates = createUpdates(
    paths.updateSource,
    async () => (await import('electron-updater')).default.autoUpdater,
    {
      tell: (message) => void dialog.showMessageBox({ message }),
      askToDownload: async (version) => {
        const message = `Version ${version} is available. Fetch it now?`
        const { response } = await dialog.showMessageBox({ message, buttons: ['Fetch', 'Not now'] })
        return response === 0
      },
    },
  )
  return {
    showDataFolder: () => void shell.openPath(dataDir),
    openReference: () => {
      // Our own loopback address, in the owner's browser: not a web page's wish, so not openOutside.
      const running = host?.session()
      if (running) void shell.openExternal(`${running.service.base_url}/docs/`)
    },
    checkForUpdates: updates ? () => void updates.check() : null,
  }
}
