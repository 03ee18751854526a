import { Menu, app, dialog, ipcMain, protocol, session, shell } from 'electron'
import path from 'node:path'
import { readConfig } from '../service/config.ts'
import { logFolder } from '../service/core/log-file.ts'
import { watchActivity } from './activity.ts'
import { registerBridge } from './bridge.ts'
import { bridgeActions } from './bridge-actions.ts'
import { saveDiagnostics } from './diagnostics.ts'
import { linkAmong, linkScheme, pageOfLink } from './deep-links.ts'
import { offerSystemAudio } from './media.ts'
import { hasKeychain } from './keychain.ts'
import { openShellLog } from './log.ts'
import { menuTemplate } from './menu.ts'
import { showNotice } from './notices.ts'
import { answerPage, pageAddress, pageOrigin, pageScheme } from './page-protocol.ts'
import { createPageWindow } from './page-window.ts'
import { findPaths, serviceEnvironment } from './paths.ts'
import { countJobs, createQuit, type Quit } from './quit.ts'
import { denyNavigation, denyPermissions } from './security.ts'
import { hostService, type ServiceHost } from './service-host.ts'
import { openSettings } from './settings.ts'
import { createShortcut, type Shortcut } from './shortcut.ts'
import { textsFor, type Texts } from './texts.ts'
import { createTray } from './tray.ts'
import { handleUnexpectedErrors } from './unexpected-errors.ts'
import { updateKey } from './update-key.ts'
import { tellOfUpdates } from './update-dialogs.ts'
import { createUpdates } from './updates.ts'
import { createWindow } from './window.ts'

const { dataDir } = readConfig(process.env)
const root = path.join(import.meta.dirname, '..')
const { resourcesPath } = process
const paths = findPaths({ root, dataDir, isPackaged: app.isPackaged, resourcesPath })
const log = openShellLog(dataDir)
handleUnexpectedErrors(process, {
  log,
  show: (error) => {
    const { unexpectedError, unexpectedErrorDetail } = textsFor(app.getLocale())
    dialog.showErrorBox(unexpectedError, `${error.message}\n${unexpectedErrorDetail}`)
  },
  end: () => leave(() => app.exit(1)),
})
const settings = openSettings(paths.settings)
let host: ServiceHost | null = null
let shortcut: Shortcut | null = null
let startLink = linkAmong(process.argv)
let noteRecording = (_activity: ReturnType<typeof activity.current>) => {}

const reach = () => {
  const running = host?.session()
  return running ? { baseUrl: running.service.base_url, key: running.token } : null
}
// A service that was already running before the shell only trusts its own page.
const ownOrigin = () => {
  if (host?.isOurs) return pageOrigin
  const there = reach()
  return there ? new URL(there.baseUrl).origin : null
}
const pageWindow = createPageWindow({
  open: () => createWindow({ preload: paths.preload, stateFile: paths.windowState }),
  address: () => {
    const there = reach()
    return there && (host?.isOurs ? pageAddress : `${there.baseUrl}/app/`)
  },
  isBusy: () => activity.current().recording !== 'idle' || activity.current().uploads > 0,
  onEnd: () => activity.note({ recording: 'idle', uploads: 0 }),
})
const activity = watchActivity(pageWindow.current, (now) => noteRecording(now))
const updates = createUpdates({
  sourceFile: paths.updateSource,
  publicKey: updateKey,
  version: app.getVersion(),
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  log,
  onChange: (state) => pageWindow.send('onUpdates', state),
  onNotInstalled: (reason) => {
    dialog.showErrorBox(textsFor(app.getLocale()).updateFailed, reason)
    app.quit()
  },
})

// Register the scheme before the app is ready, and set the profile path before Chromium opens it.
protocol.registerSchemesAsPrivileged([
  {
    scheme: pageScheme,
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
  },
])
app.setPath('userData', paths.profile)
app.enableSandbox()
if (!app.requestSingleInstanceLock()) app.quit()
else void app.whenReady().then(start)

async function start(): Promise<void> {
  const texts = textsFor(app.getLocale())
  const own = session.defaultSession
  const service = () => reach()?.baseUrl ?? null
  own.protocol.handle(pageScheme, (request) =>
    answerPage({ folder: paths.pages, service }, request),
  )
  denyPermissions(own, ownOrigin)
  offerSystemAudio(own, ownOrigin)
  app.on('web-contents-created', (_event, contents) => denyNavigation(contents, ownOrigin))
  const stop = () => stopRecording(texts)
  shortcut = createShortcut(settings, () => {
    if (activity.current().recording === 'idle') pageWindow.command('record')
    else stop()
  })
  const { command, show } = pageWindow
  // A service that was already running before the shell stays running without it.
  const jobs = () => (host?.isOurs ? countJobs(reach()) : Promise.resolve(0))
  const quit = createQuit({
    doings: async () => ({ jobs: await jobs(), ...activity.current() }),
    texts,
    leave,
  })
  const desktop = { reach, dataDir, activity, updates, shortcut, texts, show, quit }
  registerBridge(ipcMain, ownOrigin, bridgeActions({ ...desktop, window: pageWindow.current }))
  const menu = menuTemplate(process.platform, {
    texts,
    command,
    showDataFolder: () => void shell.openPath(dataDir),
    showLogs: () => void shell.openPath(logFolder(dataDir)),
    saveDiagnostics: () => void saveDiagnostics({ dataDir, texts, log }),
    openReference,
    checkForUpdates:
      updates.state().kind === 'off' ? null : () => void tellOfUpdates(updates, texts, quit),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  noteRecording = createTray(texts, {
    open: () => show(),
    record: () => command('record'),
    stop,
    quit: () => app.quit(),
  })
  listen(quit)
  host = await hostService({
    entry: paths.serviceEntry,
    scripts: paths.scripts,
    dataDir,
    env: {
      ...serviceEnvironment(paths, process.env),
      EARSHOT_APP_ORIGIN: pageOrigin,
      EARSHOT_SHELL_KEYCHAIN: String(hasKeychain()),
    },
    onReady: connect,
    onNotice: (notice) => {
      if (!notice.isQuiet) return showNotice(notice, show)
      if (pageWindow.current()?.isFocused()) return
      showNotice({ ...notice, body: texts.transcriptReady }, show)
    },
    onGiveUp: (reason) => {
      log.error(reason)
      dialog.showErrorBox(texts.noService, `${reason}\n${texts.data}: ${dataDir}`)
      app.quit()
    },
  })
  connect() // a service that was already running was ready before `host` was set
}

/** Opens the page once the service is available. */
function connect(): void {
  const there = reach()
  if (!there) return
  pageWindow.connect(there)
  if (startLink !== null) openLink(startLink)
  startLink = null
}

function listen(quit: Quit): void {
  app.setAsDefaultProtocolClient(linkScheme)
  // macOS delivers links this way, including the one that launched the app.
  app.on('open-url', (_event, link) => (reach() ? openLink(link) : (startLink = link)))
  app.on('second-instance', (_event, args) => {
    const link = linkAmong(args)
    if (link === null) pageWindow.show()
    else openLink(link)
  })
  app.on('activate', () => pageWindow.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('before-quit', (event) => {
    if (!host) return
    event.preventDefault()
    void quit(() => app.quit())
  })
}

function openLink(link: string): void {
  const page = pageOfLink(link)
  if (page !== null) pageWindow.show(page)
}

/** If nothing is recording, says so rather than opening the recorder unasked. */
function stopRecording(texts: Texts): void {
  if (activity.current().recording !== 'idle' && pageWindow.stop()) return
  const { notRecording: title, notRecordingDetail: body } = texts
  showNotice({ title, body, path: null }, pageWindow.show)
}

/** Opens our own loopback address. No web page asked for it, so openOutside is not needed. */
function openReference(): void {
  const there = reach()
  if (there) void shell.openExternal(`${there.baseUrl}/docs/`)
}

/** Lets the service put its running jobs back in the queue before the app quits. */
async function leave(go: () => void): Promise<void> {
  const ending = host
  host = null
  pageWindow.release()
  shortcut?.release()
  await ending?.stop().catch(() => {})
  go()
}
