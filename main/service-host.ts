import { utilityProcess, type UtilityProcess } from 'electron'
import { setTimeout as pause } from 'node:timers/promises'
import { findSession, type Session } from '../service/cli/discovery.ts'
import { serveScripts, type ScriptPlaces } from './engine-process.ts'
import { parseNotice, type ShellNotice } from './notices.ts'

/** The service as the shell sees it: where it answers now, and how to end it. */
export type ServiceHost = {
  /** False where it was there before; then it does not know the page of the shell. */
  isOurs: boolean
  session: () => Session | null
  /** Resolves when the service's process is gone. Does nothing to a service that was there before. */
  stop: () => Promise<void>
}

export type HostOptions = {
  entry: string
  /** Where the scripts lie that the service may have started. */
  scripts: ScriptPlaces
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Called at each start that succeeded, with a new address and key. */
  onReady: (session: Session) => void
  /** The service ended more often than a restart helps; the shell must say so. */
  onGiveUp: (reason: string) => void
  /** The service has something to tell the owner. */
  onNotice: (notice: ShellNotice) => void
  now?: () => number
}

// Three restarts in a minute: a passing fault is mended, a lasting one is shown instead of hidden.
const maxRestarts = 3
const restartWindowMs = 60_000
// First start makes the database, about 3 s on an old machine; recovery after a kill takes longer.
const readyWithinMs = 60_000
const askEveryMs = 50

/**
 * Keeps one service running for this data folder: attaches to one that runs, else starts it in a
 * utility process and starts it again when it ends.
 */
export async function hostService(options: HostOptions): Promise<ServiceHost> {
  const found = await findSession(options.dataDir)
  if (found) {
    options.onReady(found)
    return { isOurs: false, session: () => found, stop: async () => {} }
  }
  return superviseService(options)
}

function superviseService(options: HostOptions): ServiceHost {
  const { onReady, onGiveUp, onNotice, now = Date.now } = options
  let session: Session | null = null
  let child: UtilityProcess | null = null
  let isStopping = false
  let port: string | null = null
  let starts: number[] = []
  let gone: Promise<void> = Promise.resolve()

  const start = () => {
    const own = utilityProcess.fork(options.entry, [], {
      // The same port again: the page that is open may call no other.
      env: { ...options.env, ...(port !== null && { EARSHOT_PORT: port }) },
      serviceName: 'Earshot service',
      stdio: 'inherit',
    })
    child = own
    serveScripts(own, options.scripts)
    starts.push(now())
    own.on('message', (message: unknown) => {
      const notice = parseNotice(message)
      if (notice) onNotice(notice)
    })
    gone = new Promise((resolve) => {
      own.once('exit', (code) => {
        child = null
        session = null
        resolve()
        if (!isStopping) restart(`The service ended with code ${code}.`)
      })
    })
    void announceWhenReady(own)
  }
  const announceWhenReady = async (own: UtilityProcess) => {
    const ready = await waitUntilReady(options.dataDir, own)
    if (child !== own || isStopping) return
    session = ready
    if (ready) port = new URL(ready.service.base_url).port
    if (ready) onReady(ready)
    else own.kill() // counts as an end: started again, or given up
  }
  const restart = (reason: string) => {
    starts = starts.filter((at) => at > now() - restartWindowMs)
    if (starts.length > maxRestarts) onGiveUp(reason)
    else start()
  }
  start()
  return {
    isOurs: true,
    session: () => session,
    stop: async () => {
      isStopping = true
      child?.kill()
      await gone
    },
  }
}

/** The session of this very process, as soon as it has announced itself; null when it does not. */
async function waitUntilReady(dataDir: string, child: UtilityProcess): Promise<Session | null> {
  for (let waitedMs = 0; waitedMs < readyWithinMs; waitedMs += askEveryMs) {
    const session = await findSession(dataDir)
    if (session && session.service.pid === child.pid) return session
    await pause(askEveryMs)
  }
  return null
}
