import type { ShellLog } from './log.ts'

export type UnexpectedErrorOptions = {
  log: ShellLog
  /** Shows the error; returns once the person has seen it. */
  show: (error: Error) => void
  /** Stops the service in good order and ends the app. */
  end: () => Promise<void>
}

type Events = Pick<NodeJS.Process, 'on'>

/**
 * What nobody caught in the main process. An uncaught exception leaves the shell in an unknown state:
 * it is logged and shown, and the app ends after the service has put its jobs back. A rejected promise
 * is only logged: the action fails, and a recording in progress is worth more than a clean slate.
 */
export function handleUnexpectedErrors(
  events: Events,
  { log, show, end }: UnexpectedErrorOptions,
): void {
  let isEnding = false
  events.on('uncaughtException', (error) => {
    log.error('uncaught exception', error)
    // Another one while ending must neither open a second dialog nor keep the app alive.
    if (isEnding) return
    isEnding = true
    show(error)
    void end()
  })
  events.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason))
}
