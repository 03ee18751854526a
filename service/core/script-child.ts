import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

/** One of the service's own scripts, to run in a separate process. */
export type ScriptOrder = {
  /** Absolute path of the script. */
  entry: string
  args: readonly string[]
  /** V8 flags, such as --max-old-space-size=512. */
  execArgv: readonly string[]
  env: NodeJS.ProcessEnv
}

/** A running script: the part of Node's ChildProcess that we use. */
export type ScriptChild = EventEmitter & {
  /** Set once 'spawn' has fired. */
  readonly pid?: number | undefined
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  readonly connected: boolean
  send: (message: object, callback: (error: Error | null) => void) => boolean
  kill: (signal: NodeJS.Signals) => boolean
}

/** How the host starts scripts; defaults to plain Node. */
export type StartScript = (order: ScriptOrder) => ScriptChild

/** Kills a process and resolves once it has exited. */
export async function killScript(child: ScriptChild): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await gone
}
