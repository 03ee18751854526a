import { existsSync } from 'node:fs'
import type { AppUpdater } from 'electron-updater'

export type Updates = { check: () => Promise<void> }

export type UpdateMessages = {
  /** Asks the owner whether to fetch this version; it is installed when the app is quit. */
  askToDownload: (version: string) => Promise<boolean>
  tell: (text: string) => void
}

/**
 * Updates on request only: nothing is asked of the network until the owner picks the menu item.
 * Null where this build has no update source (development, or packed without one).
 */
export function createUpdates(
  sourceFile: string,
  loadUpdater: () => Promise<AppUpdater>,
  { askToDownload, tell }: UpdateMessages,
): Updates | null {
  if (!existsSync(sourceFile)) return null
  return {
    async check() {
      try {
        const updater = await loadUpdater()
        updater.autoDownload = false
        updater.autoInstallOnAppQuit = true // never while a recording is being worked on
        updater.allowDowngrade = false
        updater.allowPrerelease = false
        const found = await updater.checkForUpdates()
        if (!found?.isUpdateAvailable) return tell('This is the newest version.')
        const { version } = found.updateInfo
        if (!(await askToDownload(version))) return
        await updater.downloadUpdate()
        tell(`Version ${version} is ready. It is installed when you quit Earshot.`)
      } catch (error) {
        tell(`The update could not be fetched: ${error instanceof Error ? error.message : error}`)
      }
    },
  }
}
