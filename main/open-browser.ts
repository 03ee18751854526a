import { spawn } from 'node:child_process'
import { whyNoWindow } from './find-electron.ts'

/**
 * Opens an address in the default browser; returns whether it tried. Never fails, because the
 * address is also printed. Opens nothing in CI, without a display, or with EARSHOT_NO_OPEN=1.
 */
export function openBrowser(address: string, env: NodeJS.ProcessEnv): boolean {
  if (env['CI'] || env['EARSHOT_NO_OPEN'] || whyNoWindow(env) !== null) return false
  const [program, ...args] = opener(process.platform)
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined) // the program does not exist here
  child.unref()
  return true
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  // `start` treats its first quoted argument as a window title.
  if (platform === 'win32') return ['cmd', '/c', 'start', '']
  return ['xdg-open']
}
