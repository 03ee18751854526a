import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const macApps = ['Chromium', 'Google Chrome'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
)

/** The Chromium of this machine, or null; EARSHOT_CHROMIUM names one elsewhere. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  const folders = (env['PATH'] ?? '').split(path.delimiter)
  const candidates = [
    env['EARSHOT_CHROMIUM'] ?? '',
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
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
