import type { MenuItemConstructorOptions } from 'electron'
import type { OpeningCommand } from './desktop-api.ts'
import type { Texts } from './texts.ts'

export type MenuActions = {
  texts: Texts
  command: (command: OpeningCommand) => void
  showDataFolder: () => void
  showLogs: () => void
  saveDiagnostics: () => void
  openReference: () => void
  /** Null if this build has no update source. */
  checkForUpdates: (() => void) | null
}

/** The application menu: the platform's standard items plus our own. */
export function menuTemplate(
  platform: NodeJS.Platform,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const { texts } = actions
  const isMac = platform === 'darwin'
  const item = (label: string, command: OpeningCommand, accelerator?: string) => ({
    label,
    click: () => actions.command(command),
    ...(accelerator !== undefined && { accelerator }),
  })
  const settings = item(texts.settings, 'settings', 'CommandOrControl+,')
  return [
    ...(isMac ? [appMenu(item(texts.about, 'about'), settings)] : []),
    {
      label: texts.file,
      submenu: [
        item(texts.record, 'record', 'CommandOrControl+R'),
        item(texts.importFiles, 'import', 'CommandOrControl+O'),
        item(texts.queue, 'queue'),
        { type: 'separator' },
        item(texts.search, 'search', 'CommandOrControl+K'),
        ...(isMac ? [] : [{ type: 'separator' } as const, settings]),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    viewMenu(texts),
    { role: 'windowMenu' },
    helpMenu(actions, [
      item(texts.keys, 'keys', 'CommandOrControl+/'),
      ...(isMac ? [] : [item(texts.about, 'about')]),
    ]),
  ]
}

const appMenu = (
  about: MenuItemConstructorOptions,
  settings: MenuItemConstructorOptions,
): MenuItemConstructorOptions => ({
  role: 'appMenu',
  submenu: [
    about,
    { type: 'separator' },
    settings,
    { type: 'separator' },
    { role: 'services' },
    { type: 'separator' },
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    { type: 'separator' },
    { role: 'quit' },
  ],
})

const viewMenu = (texts: Texts): MenuItemConstructorOptions => ({
  label: texts.view,
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
})

const helpMenu = (
  { texts, showDataFolder, showLogs, saveDiagnostics, ...actions }: MenuActions,
  own: MenuItemConstructorOptions[],
): MenuItemConstructorOptions => ({
  role: 'help',
  submenu: [
    ...own,
    { type: 'separator' },
    { label: texts.reference, click: actions.openReference },
    { label: texts.dataFolder, click: showDataFolder },
    { label: texts.showLogs, click: showLogs },
    { label: texts.saveDiagnostics, click: saveDiagnostics },
    ...(actions.checkForUpdates
      ? [{ label: texts.checkForUpdates, click: actions.checkForUpdates }]
      : []),
  ],
})
