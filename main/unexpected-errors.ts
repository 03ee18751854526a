import type { ShellLog } from './log.ts'

export type UnexpectedErrorOptions = {
  log: ShellLog
  /** Shows the error; returns once the person has dismissed it. */
  show: (error: Error) => void
  /** Stops the service cleanly and quits the app. */
  end: () => Promise<void>
}

type Events = Pick<NodeJS.Process, 'on'>

/**
 * Handles uncaught errors in the main process. After an uncaught exception the shell is in an
 * unknown state: the error is logged and shown, and the app quits once the service has requeued its
 * jobs. A rejected promise is only logged: its action fails, but a recording in progress is worth
 * more than a clean slate.
 */
export function handleUnexpectedErrors(
  events: Events,
  { log, show, end }: UnexpectedErrorOptions,
): void {
  let isEnding = false
  events.on('uncaughtException', (error) => {
    log.error('uncaught exception', error)
    // A further error while quitting must neither open a second dialog nor keep the app alive.
    if (isEnding) return
    isEnding = true
    show(error)
    void end()
  })
  events.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason))
}
