import { shell, type Session, type WebContents } from 'electron'

/** Origin of the page in the window; null while no service is running, when nothing is allowed. */
export type OwnOrigin = () => string | null

// reliability.md E-4. Longer addresses are refused because some systems truncate or mishandle them.
const maxOutsideLength = 2_048

export function isOwnAddress(address: string, ownOrigin: OwnOrigin): boolean {
  const own = ownOrigin()
  return own !== null && URL.canParse(address) && originOf(new URL(address)) === own
}

/** Node gives addresses with unknown schemes, such as ours, no origin. */
const originOf = ({ protocol, host, origin, username, password }: URL): string =>
  origin === 'null' && !username && !password ? `${protocol}//${host}` : origin

/** Whether an address may be opened in the system's browser: plain https, no credentials. */
export function isSafeOutside(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > maxOutsideLength) return false
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === ''
}

/** Opens a web address in the system's browser; returns whether it did. */
export async function openOutside(address: unknown): Promise<boolean> {
  if (!isSafeOutside(address)) return false
  await shell.openExternal(address)
  return true
}

/**
 * What our own page may do (reliability.md E-4): record, persist its recordings, copy selected
 * text, and call the service on this machine, which Chromium treats as a permission.
 */
const permitted = [
  ...['media', 'display-capture', 'persistent-storage', 'clipboard-sanitized-write'],
  ...['loopback-network', 'local-network-access'],
]

/** Denies every other permission, and denies these to every other page. */
export function denyPermissions(session: Session, ownOrigin: OwnOrigin): void {
  // Without handlers Electron grants every request, so always set both.
  session.setPermissionRequestHandler((_contents, permission, decide, details) => {
    decide(permitted.includes(permission) && isOwnAddress(details.requestingUrl, ownOrigin))
  })
  session.setPermissionCheckHandler((_contents, permission, origin) => {
    return permitted.includes(permission) && isOwnAddress(origin, ownOrigin)
  })
  session.setDevicePermissionHandler(() => false)
}

/** Keeps a page in place: no navigation away, no new windows, no embedded views. */
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
