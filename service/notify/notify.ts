import type { Log } from '../core/log.ts'

/** Something the owner should see even if no window is open. */
export type Notice = {
  kind:
    | 'delivery_exhausted'
    | 'webhook_disabled'
    | 'webhook_left_behind'
    | 'invitation_not_sent'
    | 'recordings_orphaned'
    | 'recording_damaged'
    | 'recording_failed'
    | 'models_list_damaged'
    | 'library_rebuilt'
    | 'library_repaired'
    | 'library_incomplete'
    | 'backup_failed'
    | 'backup_overdue'
    | 'watched_folder_missing'
    | 'notes_folder_missing'
    | 'transcript_ready'
  title: string
  body: string
  /** The app page it concerns, such as /app/#/webhooks/wh_…, or null. */
  link: string | null
}

/**
 * Notifies the owner. The desktop app passes its own implementation; headless, it
 * writes a log line.
 */
export type Notify = { owner: (notice: Notice) => void }

export const notifyByLog = (log: Log): Notify => ({
  // Titles name files, hosts and people, which do not belong in a log; links contain only ids.
  owner: ({ kind, link }) => {
    const level = kind === 'transcript_ready' ? 'info' : 'warn'
    log[level]({ notice: kind, link }, 'a notice for the owner')
  },
})

/** The message with which a service inside the desktop app passes a notice to its shell. */
type NoticeMessage = { type: 'notice'; notice: Notice }

/**
 * Posts notices to the shell that started this process, in addition to the log; without a shell,
 * only logs.
 */
export function notifyByShell(self: object, log: Log): Notify {
  const byLog = notifyByLog(log)
  // Set in Electron's utility processes, absent in plain Node.
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
