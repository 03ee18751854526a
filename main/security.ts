import { shell, type Session, type WebContents } from 'electron'

/** Origin of the page that the window shows; null while no service runs, when nothing is allowed. */
export type OwnOrigin = () => string | null

// reliability.md E-4. Longer addresses are refused: some systems cut or mishandle them.
const maxOutsideLength = 2_048

export function isOwnAddress(address: string, ownOrigin: OwnOrigin): boolean {
  const own = ownOrigin()
  return own !== null && URL.canParse(address) && new URL(address).origin === own
}

/** Whether an address may be handed to the system's browser: plain https, no name or password in it. */
export function isSafeOutside(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > maxOutsideLength) return false
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

/** Opens a web address in the system's browser; says whether it did. */
export async function openOutside(address: unknown): Promise<boolean> {
  if (!isSafeOutside(address)) return false
  await shell.openExternal(address)
  return true
}

/** Denies every permission but the microphone, and that to our own page only. */
export function denyPermissions(session: Session, ownOrigin: OwnOrigin): void {
  // Without handlers Electron grants all requests, so both are always set.
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(permission === 'media' && isOwnAddress(details.requestingUrl, ownOrigin))
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return permission === 'media' && isOwnAddress(origin, ownOrigin)
  })
  session.setDevicePermissionHandler(() => false)
}

/** Keeps a page where it is: no navigation away, no new windows, no embedded views. */
export function denyNavigation(contents: WebContents, ownOrigin: OwnOrigin): void {
  const stay = (event: { url: string; preventDefault: () => void }) => {
    if (!isOwnAddress(event.url, ownOrigin)) event.preventDefault()
  }
  contents.on('will-navigate', stay)
  contents.on('will-frame-navigate', stay)
  contents.on('will-redirect', stay)
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(url)
    return { action: 'deny' }
  })
}
