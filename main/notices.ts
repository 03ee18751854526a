import { Notification } from 'electron'

/** A notification; `path` is a page of the app, such as /webhooks/wh_…, or null. */
export type ShellNotice = {
  title: string
  body: string
  path: string | null
  /** Good news, not worth showing to a person who is looking at the app. */
  isQuiet?: boolean
}

// Keeps a reference: otherwise notifications are garbage-collected along with their click handlers.
const shown = new Set<Notification>()

/** Shows a system notification; a click passes its page to `onOpen`. */
export function showNotice(
  { title, body, path }: ShellNotice,
  onOpen: (path: string | null) => void,
): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title, body })
  shown.add(notification)
  notification.on('click', () => {
    shown.delete(notification)
    onOpen(path)
  })
  notification.on('close', () => shown.delete(notification))
  notification.show()
}

/** The notice in a message from the service's process; null if the message is something else. */
export function parseNotice(message: unknown): ShellNotice | null {
  if (field(message, 'type') !== 'notice') return null
  const notice = field(message, 'notice')
  const [title, body, link] = ['title', 'body', 'link'].map((name) => field(notice, name))
  if (typeof title !== 'string' || typeof body !== 'string') return null
  // Notifications may only open pages of the app.
  const isPage = typeof link === 'string' && link.startsWith('/app/#/')
  const isQuiet = field(notice, 'kind') === 'transcript_ready'
  const path = isPage ? link.slice('/app/#'.length) : null
  return { title, body, path, ...(isQuiet && { isQuiet }) }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
