import { contextBridge, ipcRenderer } from 'electron'

/** `window.desktop` of the page (see renderer/bridge.ts): names the channels, holds no logic. */
contextBridge.exposeInMainWorld('desktop', {
  session: (): Promise<string | null> => ipcRenderer.invoke('desktop:session'),
  openOutside: (address: string): Promise<boolean> =>
    ipcRenderer.invoke('desktop:open-outside', address),
})
