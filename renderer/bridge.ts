/** What the desktop shell offers the page; a browser offers nothing and gets the stand-in. */
export type DesktopBridge = {
  /** The key of this launch, or null when the shell has none. */
  session(): Promise<string | null>
  /** Opens an https address in the system's browser; false where it was refused. */
  openOutside(address: string): Promise<boolean>
}

declare global {
  interface Window {
    desktop?: DesktopBridge
  }
}

const browser: DesktopBridge = {
  session: async () => null,
  openOutside: async (address) => window.open(address, '_blank', 'noopener') !== null,
}

export const bridge = (): DesktopBridge => window.desktop ?? browser
