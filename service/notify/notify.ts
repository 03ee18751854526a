import type { Log } from '../core/log.ts'

/** Something the owner should see even when no window is open. */
export type Notice = {
  kind: 'delivery_exhausted' | 'webhook_disabled' | 'invitation_not_sent'
  title: string
  body: string
  /** The page of the app that it is about, such as /app/#/webhooks/wh_…; null where there is none. */
  link: string | null
}

/** Tells the owner. The desktop app passes its own way of doing so; headless, it is a log line. */
export type Notify = { owner: (notice: Notice) => void }

export const notifyByLog = (log: Log): Notify => ({
  owner: (notice) => log.warn({ notice: notice.kind, title: notice.title }, notice.body),
})
