import { spawn } from 'node:child_process'
import { whyNoWindow } from './find-electron.ts'

/**
 * Opens an address in the owner's browser; says whether it tried. Never fails: the address was
 * printed. Nothing is opened in CI, without a display, or with EARSHOT_NO_OPEN=1.
 */
export function openBrowser(address: string, env: NodeJS.ProcessEnv): boolean {
  if (env['CI'] || env['EARSHOT_NO_OPEN'] || whyNoWindow(env) !== null) return false
  const [program, ...args] = opener(process.platform)
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined) // no such program here
  child.unref()
  return true
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  // `start` takes its first quoted argument for a window title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  return ['xdg-open']
}
