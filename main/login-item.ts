import { app } from 'electron'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Whether Earshot starts at login. Linux uses a file for this, other systems a setting. */
export const opensAtLogin = (): boolean =>
  process.platform === 'linux'
    ? existsSync(autostartFile())
    : app.getLoginItemSettings().openAtLogin

export function setOpensAtLogin(openAtLogin: boolean): boolean {
  if (process.platform !== 'linux') app.setLoginItemSettings({ openAtLogin })
  else if (openAtLogin) writeAutostart()
  else rmSync(autostartFile(), { force: true })
  return opensAtLogin()
}

const autostartFile = (env = process.env): string =>
  path.join(
    env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config'),
    'autostart/earshot.desktop',
  )

function writeAutostart(): void {
  // An AppImage runs from a temporary mount; this variable names the file itself.
  const program = process.env['APPIMAGE'] ?? process.execPath
  const file = autostartFile()
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, desktopEntry(program))
}

/** With TryExec the entry does nothing once the program is gone (reliability.md L-10). */
export function desktopEntry(program: string): string {
  const quoted = `"${program.replaceAll(/["\\`$]/g, '\\$&').replaceAll('%', '%%')}"`
  const lines = ['Type=Application', 'Name=Earshot', `TryExec=${program}`, `Exec=${quoted}`]
  return ['[Desktop Entry]', ...lines, 'X-GNOME-Autostart-enabled=true', ''].join('\n')
}
