import { existsSync } from 'node:fs'
import path from 'node:path'
import type { AppUpdater, UpdateInfo } from 'electron-updater'
import type { UpdateState } from './desktop-api.ts'
import type { ShellLog } from './log.ts'
import { thisPlatform, whyRefused } from './update-signature.ts'

export type Updates = {
  state: () => UpdateState
  check: () => Promise<UpdateState>
  download: () => Promise<UpdateState>
  /** Restarts into the new version; does nothing until it is ready. */
  install: () => void
}

type Options = {
  /** The file electron-builder writes if an update address was configured. */
  sourceFile: string
  publicKey: string | null
  version: string
  platform?: string
  loadUpdater: () => Promise<AppUpdater>
  log: ShellLog
  onChange: (state: UpdateState) => void
  /** `install` did not replace the program, and the service has already been stopped for it. */
  onNotInstalled: (reason: string) => void
}

/** Without an update address or a key to verify with, updates are off and nothing is requested. */
export function createUpdates({ sourceFile, publicKey, ...options }: Options): Updates {
  if (publicKey === null || !existsSync(sourceFile)) {
    const off = { kind: 'off' } as const
    return {
      state: () => off,
      check: async () => off,
      download: async () => off,
      install: () => {},
    }
  }
  return followUpdates({ ...options, publicKey })
}

type Checked = Omit<Options, 'sourceFile' | 'publicKey'> & { publicKey: string }

function followUpdates(options: Checked): Updates {
  const { loadUpdater, log, onChange, onNotInstalled, ...installed } = options
  let state: UpdateState = { kind: 'idle' }
  let found: UpdateInfo | null = null
  const become = (next: UpdateState): UpdateState => {
    state = next
    onChange(next)
    return next
  }
  const attempt = async (work: () => Promise<UpdateState>): Promise<UpdateState> => {
    try {
      return become(await work())
    } catch (error) {
      return become({ kind: 'failed', reason: reasonOf(error) })
    }
  }
  const restart = async (): Promise<void> => {
    const updater = await loadUpdater()
    updater.once('error', (error) => {
      updater.autoInstallOnAppQuit = false
      onNotInstalled(reasonOf(error))
    })
    updater.quitAndInstall()
  }
  return {
    state: () => state,
    check: () =>
      attempt(async () => {
        if (state.kind === 'downloading' || state.kind === 'ready') return state
        become({ kind: 'checking' })
        const result = await prepare(await loadUpdater(), log).checkForUpdates()
        // The updater can only replace what an installer of its kind has installed.
        if (result === null) return { kind: 'off' }
        found = result.isUpdateAvailable ? result.updateInfo : null
        return found ? { kind: 'available', version: found.version } : { kind: 'newest' }
      }),
    download: () =>
      attempt(async () => {
        if (!found || state.kind === 'downloading' || state.kind === 'ready') return state
        const { version } = found
        const updater = await loadUpdater()
        become({ kind: 'downloading', version, percent: 0 })
        updater.on('download-progress', ({ percent }) => {
          become({ kind: 'downloading', version, percent: Math.round(percent) })
        })
        const files = await updater.downloadUpdate().finally(() => {
          updater.removeAllListeners('download-progress')
        })
        await refuseForged(files, found, installed)
        // Set only now: nothing unsigned may ever be installed, not even on quit. The updater decides
        // at the end of a download whether it will install on quit, so it is asked again for the same
        // file, which it has kept.
        updater.autoInstallOnAppQuit = true
        await updater.downloadUpdate()
        return { kind: 'ready', version }
      }),
    install: () => {
      if (state.kind === 'ready') void restart()
    },
  }
}

/** One line: the updater's own messages go on with two hashes, or the headers of a response. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const isDamaged = Reflect.get(error, 'code') === 'ERR_CHECKSUM_MISMATCH'
  return isDamaged ? 'The downloaded file is damaged.' : (error.message.split('\n')[0] ?? '')
}

/** Downloads and installs only when asked, and never downgrades. */
function prepare(updater: AppUpdater, log: ShellLog): AppUpdater {
  updater.logger = { info: log.info, warn: log.info, error: log.error }
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.allowPrerelease = false
  return updater
}

/** Throws if any downloaded file is not the signed one. */
async function refuseForged(
  files: readonly string[],
  info: UpdateInfo,
  installed: { publicKey: string; version: string; platform?: string },
): Promise<void> {
  const signatures: unknown = Reflect.get(info, 'earshotSignatures')
  // Some installers come with a block map, which is only compared with them and never run.
  const installers = files.filter((file) => !file.endsWith('.blockmap'))
  if (installers.length === 0) throw new Error('There is no installer in this update.')
  for (const file of installers) {
    const name = path.basename(file)
    const signature: unknown = Reflect.get(Object(signatures), name)
    const update = {
      file,
      name,
      version: info.version,
      signature: typeof signature === 'string' ? signature : '',
    }
    const reason = await whyRefused(update, { platform: thisPlatform(), ...installed })
    if (reason !== null) throw new Error(reason)
  }
}
