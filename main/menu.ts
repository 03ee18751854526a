import type { MenuItemConstructorOptions } from 'electron'

export type MenuActions = {
  showDataFolder: () => void
  openReference: () => void
  /** Null where this build has no update source. */
  checkForUpdates: (() => void) | null
}

/** The application menu: the platform's own items, plus the few that are ours. */
export function menuTemplate(
  platform: NodeJS.Platform,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const { showDataFolder, openReference, checkForUpdates } = actions
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'API reference', click: openReference },
        { label: 'Show data folder', click: showDataFolder },
        ...(checkForUpdates ? [{ label: 'Check for updates…', click: checkForUpdates }] : []),
      ],
    },
  ]
}
