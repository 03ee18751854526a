/** What the desktop shell offers the page; a browser offers nothing and gets the stand-in. */
export type DesktopBridge = {
  /** The key of this launch, or null when the shell has none. */
  session(): Promise<string | null>
}

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}

const browser: DesktopBridge = { session: async () => null }

export const bridge = (): DesktopBridge => window.desktop ?? browser
