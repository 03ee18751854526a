import { utilityProcess, type UtilityProcess } from 'electron'
import { setTimeout as pause } from 'node:timers/promises'
import { findSession, type Session } from '../service/cli/discovery.ts'
import { serveScripts, type ScriptPlaces } from './engine-process.ts'
import { serveKeychain } from './keychain.ts'
import { parseNotice, type ShellNotice } from './notices.ts'

/** The service as the shell sees it: its current address, and how to stop it. */
export type ServiceHost = {
  /** False if the service was already running; then it does not know the shell's page. */
  isOurs: boolean
  session: () => Session | null
  /**
   * Resolves once the service's process is gone. Does nothing if the service was already running.
   */
  stop: () => Promise<void>
}

export type HostOptions = {
  entry: string
  /** Where to find the scripts that the service may start. */
  scripts: ScriptPlaces
  dataDir: string
  env: NodeJS.ProcessEnv
  /** Called after each successful start, with the new address and key. */
  onReady: (session: Session) => void
  /** The service ended more often than restarting can fix; the shell must report it. */
  onGiveUp: (reason: string) => void
  /** The service has a notice for the owner. */
  onNotice: (notice: ShellNotice) => void
  now?: () => number
}

// Three restarts a minute: enough for a passing fault, while a lasting one is reported, not hidden.
const maxRestarts = 3
const restartWindowMs = 60_000
// The first start creates the database, about 3 s on an old machine; recovery after a kill takes
// longer.
const readyWithinMs = 60_000
const askEveryMs = 50

/**
 * Keeps one service running for this data folder: attaches to a running one, or starts it in a
 * utility process and restarts it when it ends.
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
      // Reuse the port, because an open page may not call any other.
      env: { ...options.env, ...(port !== null && { EARSHOT_PORT: port }) },
      serviceName: 'Earshot service',
      stdio: 'inherit',
    })
    child = own
    serveScripts(own, options.scripts)
    serveKeychain(own)
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
    else own.kill() // treated like an exit: restarted, or given up
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

/** The session of this particular process once it announces itself; null if it never does. */
async function waitUntilReady(dataDir: string, child: UtilityProcess): Promise<Session | null> {
  for (let waitedMs = 0; waitedMs < readyWithinMs; waitedMs += askEveryMs) {
    const session = await findSession(dataDir)
    if (session && session.service.pid === child.pid) return session
    await pause(askEveryMs)
  }
  return null
}
