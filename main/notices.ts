import { Notification } from 'electron'

/** What is to be shown; `path` is a page of the app, such as /webhooks/wh_…, or null. */
export type ShellNotice = {
  title: string
  body: string
  path: string | null
  /** Good news; not shown to a person who is looking at the app. */
  isQuiet?: boolean
}

// What nobody refers to is collected, and its click with it.
const shown = new Set<Notification>()

/** Shows a notification of the operating system; a click hands its page to `onOpen`. */
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

/** The notice in a message of the service's process; null where it is something else. */
export function parseNotice(message: unknown): ShellNotice | null {
  if (field(message, 'type') !== 'notice') return null
  const notice = field(message, 'notice')
  const [title, body, link] = ['title', 'body', 'link'].map((name) => field(notice, name))
  if (typeof title !== 'string' || typeof body !== 'string') return null
  // Only pages of the app are opened from a notification.
  const isPage = typeof link === 'string' && link.startsWith('/app/#/')
  const isQuiet = field(notice, 'kind') === 'transcript_ready'
  const path = isPage ? link.slice('/app/#'.length) : null
  return { title, body, path, ...(isQuiet && { isQuiet }) }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
