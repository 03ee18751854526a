import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

/** One of the service's own scripts, to be run in a process of its own. */
export type ScriptOrder = {
  /** The absolute path of the script. */
  entry: string
  args: readonly string[]
  /** Limits of V8, such as --max-old-space-size=512. */
  execArgv: readonly string[]
  env: NodeJS.ProcessEnv
}

/** Such a process; what we use of Node's ChildProcess, which has all of it. */
export type ScriptChild = EventEmitter & {
  /** Known from 'spawn' on. */
  readonly pid?: number | undefined
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  readonly connected: boolean
  send: (message: object, callback: (error: Error | null) => void) => boolean
  kill: (signal: NodeJS.Signals) => boolean
}

/** How the host starts scripts; plain Node where it has no way of its own. */
export type StartScript = (order: ScriptOrder) => ScriptChild

/** Ends a process at once; resolves when it is gone. */
export async function killScript(child: ScriptChild): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await gone
}
