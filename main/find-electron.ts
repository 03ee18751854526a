import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The Electron program inside node_modules, or null if it was not downloaded. The package's own
 * entry point would download it when called, so this reads its two files instead: `path.txt` is
 * written once `dist` is complete.
 */
export function findElectron(root: string, env: NodeJS.ProcessEnv): string | null {
  const folder = path.join(root, 'node_modules/electron')
  const pathFile = path.join(folder, 'path.txt')
  const override = env['ELECTRON_OVERRIDE_DIST_PATH']
  if (!existsSync(pathFile) && !override) return null
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron'
  const program = path.join(override ?? path.join(folder, 'dist'), name)
  return existsSync(program) ? program : null
}

/** Why no window can open here even if Electron is installed; null if one can. */
export function whyNoWindow(env: NodeJS.ProcessEnv): string | null {
  if (process.platform !== 'linux') return null
  if (!env['DISPLAY'] && !env['WAYLAND_DISPLAY']) return 'there is no display'
  // Chromium refuses to sandbox itself as root, and we do not run it without the sandbox.
  return process.getuid?.() === 0 ? 'a window is not opened as root' : null
}
