import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'

/** `window.desktop` of the page (see renderer/bridge.ts): names the channels, holds no logic. */
const call =
  (channel: string) =>
  (...args: unknown[]): Promise<unknown> =>
    ipcRenderer.invoke(channel, ...args)

const on =
  (channel: string) =>
  (listener: (value: unknown) => void): (() => void) => {
    const handler = (_event: IpcRendererEvent, value: unknown) => listener(value)
    ipcRenderer.on(channel, handler)
    return () => void ipcRenderer.off(channel, handler)
  }

contextBridge.exposeInMainWorld('desktop', {
  session: call('desktop:session'),
  openOutside: call('desktop:open-outside'),
  noteActivity: call('desktop:note-activity'),
  notify: call('desktop:notify'),
  revealDataFolder: call('desktop:reveal-data-folder'),
  watchFolder: call('desktop:watch-folder'),
  watchedFolders: call('desktop:watched-folders'),
  unwatchFolder: call('desktop:unwatch-folder'),
  loginItem: call('desktop:login-item'),
  setLoginItem: call('desktop:set-login-item'),
  shortcut: call('desktop:shortcut'),
  setShortcut: call('desktop:set-shortcut'),
  updates: call('desktop:updates'),
  checkForUpdates: call('desktop:check-for-updates'),
  downloadUpdate: call('desktop:download-update'),
  installUpdate: call('desktop:install-update'),
  canRecordSystemAudio: call('desktop:can-record-system-audio'),
  onSession: on('shell:session'),
  onCommand: on('shell:command'),
  onOpenPage: on('shell:open-page'),
  onUpdates: on('shell:updates'),
  onWatchedFolders: on('shell:watched'),
})
