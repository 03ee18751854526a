import type { Log } from '../core/log.ts'

/** Something the owner should see even when no window is open. */
export type Notice = {
  kind: 'delivery_exhausted' | 'webhook_disabled' | 'invitation_not_sent' | 'transcript_ready'
  title: string
  body: string
  /** The page of the app that it is about, such as /app/#/webhooks/wh_…; null where there is none. */
  link: string | null
}

/** Tells the owner. The desktop app passes its own way of doing so; headless, it is a log line. */
export type Notify = { owner: (notice: Notice) => void }

export const notifyByLog = (log: Log): Notify => ({
  owner: ({ kind, title, body }) => {
    // Good news; a recording's name is nobody's but its owner's.
    if (kind === 'transcript_ready') log.info({ notice: kind }, body)
    else log.warn({ notice: kind, title }, body)
  },
})

/** The message by which a service that runs inside the desktop app hands a notice to its shell. */
type NoticeMessage = { type: 'notice'; notice: Notice }

/** Tells the shell that started this process, besides the log; the log alone where none did. */
export function notifyByShell(self: object, log: Log): Notify {
  const byLog = notifyByLog(log)
  // Electron's utility processes have it; plain Node does not.
  const port: unknown = Reflect.get(self, 'parentPort')
  if (!isPort(port)) return byLog
  return {
    owner: (notice) => {
      byLog.owner(notice)
      port.postMessage({ type: 'notice', notice } satisfies NoticeMessage)
    },
  }
}

const isPort = (value: unknown): value is { postMessage: (message: unknown) => void } =>
  typeof value === 'object' &&
  value !== null &&
  'postMessage' in value &&
  typeof value.postMessage === 'function'
