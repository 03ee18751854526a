import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
/** Chromium without windows: a third of the work for the same page, but it cannot refuse the microphone. */
const headlessShell = 'chromium-headless-shell'
const macApps = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/** The Chromium of this machine, or null; EARSHOT_CHROMIUM names one elsewhere. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return findFirst(env, names)
}

/** What shows a page that nobody refuses anything: the headless shell where it is, or else Chromium. */
export function findHeadlessChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return findFirst(env, [headlessShell, ...names])
}

function findFirst(env: NodeJS.ProcessEnv, programs: readonly string[]): string | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter)
  const candidates = [
    env['EARSHOT_CHROMIUM'] ?? '',
    ...programs.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...macApps,
  ]
  return candidates.find((file) => file !== '' && canRun(file)) ?? null
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
