import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import {
  callChannels,
  eventChannels,
  type DesktopApi,
  type DesktopCalls,
  type DesktopEvents,
} from './desktop-api.ts'

/** A call of the page. Its result comes from our own main process, so its type is not checked again. */
const call =
  <Name extends keyof DesktopCalls>(name: Name): DesktopApi[Name] =>
  (...args: unknown[]) =>
    ipcRenderer.invoke(callChannels[name], ...args)

const on =
  <Name extends keyof DesktopEvents>(name: Name) =>
  (listener: (value: DesktopEvents[Name]) => void): (() => void) => {
    const handler = (_event: IpcRendererEvent, value: DesktopEvents[Name]) => listener(value)
    ipcRenderer.on(eventChannels[name], handler)
    return () => void ipcRenderer.off(eventChannels[name], handler)
  }

contextBridge.exposeInMainWorld('desktop', {
  session: call('session'),
  openOutside: call('openOutside'),
  noteActivity: call('noteActivity'),
  notify: call('notify'),
  revealDataFolder: call('revealDataFolder'),
  watchFolder: call('watchFolder'),
  watchedFolders: call('watchedFolders'),
  unwatchFolder: call('unwatchFolder'),
  loginItem: call('loginItem'),
  setLoginItem: call('setLoginItem'),
  shortcut: call('shortcut'),
  setShortcut: call('setShortcut'),
  updates: call('updates'),
  checkForUpdates: call('checkForUpdates'),
  downloadUpdate: call('downloadUpdate'),
  installUpdate: call('installUpdate'),
  canRecordSystemAudio: call('canRecordSystemAudio'),
  onSession: on('onSession'),
  onCommand: on('onCommand'),
  onOpenPage: on('onOpenPage'),
  onUpdates: on('onUpdates'),
  onWatchedFolders: on('onWatchedFolders'),
} satisfies DesktopApi)
