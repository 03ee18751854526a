import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron'
import {
  callChannels,
  eventChannels,
  type DesktopApi,
  type DesktopCalls,
  type DesktopEvents,
} from './desktop-api.ts'

/**
 * Creates a call for the page. Results come from our own main process, so their types are trusted.
 */
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
  chooseFolder: call('chooseFolder'),
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
} satisfies DesktopApi)
