import { dialog, shell, type BrowserWindow } from 'electron'
import type { ActivityWatch } from './activity.ts'
import type { BridgeActions } from './bridge.ts'
import type { ServiceSession } from './desktop-api.ts'
import { opensAtLogin, setOpensAtLogin } from './login-item.ts'
import { canRecordSystemAudio } from './media.ts'
import { showNotice } from './notices.ts'
import type { Quit } from './quit.ts'
import { openOutside } from './security.ts'
import { isAccelerator, type Shortcut } from './shortcut.ts'
import type { Texts } from './texts.ts'
import type { Updates } from './updates.ts'

type Desktop = {
  reach: () => ServiceSession | null
  dataDir: string
  activity: ActivityWatch
  updates: Updates
  shortcut: Shortcut
  texts: Texts
  window: () => BrowserWindow | null
  show: (path: string | null) => void
  quit: Quit
}

/** What each call from the page does. bridge.ts has already checked its sender and arguments. */
export const bridgeActions = (desktop: Desktop): BridgeActions => {
  const { activity, updates, shortcut } = desktop
  return {
    session: desktop.reach,
    openOutside: openOutside,
    noteActivity: activity.note,
    notify: (notice) => showNotice(notice, desktop.show),
    revealDataFolder: async () => void (await shell.openPath(desktop.dataDir)),
    chooseFolder: () => chooseFolder(desktop),
    loginItem: opensAtLogin,
    setLoginItem: setOpensAtLogin,
    shortcut: shortcut.state,
    setShortcut: (keys) => {
      // Ignore text that is not a valid key combination.
      return keys === null || isAccelerator(keys) ? shortcut.set(keys) : shortcut.state()
    },
    updates: updates.state,
    checkForUpdates: updates.check,
    downloadUpdate: updates.download,
    installUpdate: async () => {
      if (updates.state().kind === 'ready') await desktop.quit(updates.install)
    },
    canRecordSystemAudio: () => canRecordSystemAudio(),
  }
}

/** The system's own dialog. */
async function chooseFolder({
  window,
  texts,
}: Pick<Desktop, 'window' | 'texts'>): Promise<string | null> {
  const options = {
    title: texts.chooseFolder,
    properties: ['openDirectory' as const, 'createDirectory' as const],
  }
  const parent = window()
  const { filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options))
  return filePaths[0] ?? null
}
