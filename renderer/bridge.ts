/** What only a desktop can do. In a browser, the stand-in below omits what is not available. */
import type { DesktopApi } from '../main/desktop-api.ts'

type EverywhereCalls = 'session' | 'openOutside'
export type DesktopBridge = Pick<DesktopApi, EverywhereCalls> &
  Partial<Omit<DesktopApi, EverywhereCalls>>

declare global {
  interface Window {
    desktop?: DesktopApi
  }
}

const browser: DesktopBridge = {
  session: async () => null,
  openOutside: async (address) => window.open(address, '_blank', 'noopener') !== null,
}

export const bridge = (): DesktopBridge => window.desktop ?? browser

/** True inside the desktop app. */
export const isDesktop = (): boolean => window.desktop !== undefined
