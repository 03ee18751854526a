/** How a service that runs inside the desktop app has its scripts started: by the shell, over its port. */
import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { ScriptChild, StartScript } from './core/script-child.ts'

/** What the service asks of its shell; main/engine-process.ts checks each of them again. */
export type ScriptRequest =
  | {
      type: 'script.start'
      id: number
      entry: string
      args: string[]
      exec_argv: string[]
      env: Record<string, string>
    }
  | { type: 'script.send'; id: number; message: unknown }
  | { type: 'script.kill'; id: number }

/** What the shell tells of a script that it started. */
export const ScriptReport = Type.Union([
  Type.Object({ type: Type.Literal('script.spawned'), id: Type.Integer(), pid: Type.Integer() }),
  Type.Object({
    type: Type.Literal('script.output'),
    id: Type.Integer(),
    stream: Type.Enum(['stdout', 'stderr']),
    chunk: Type.Unsafe<Uint8Array>(Type.Unknown()),
  }),
  Type.Object({ type: Type.Literal('script.said'), id: Type.Integer(), message: Type.Unknown() }),
  Type.Object({ type: Type.Literal('script.ended'), id: Type.Integer(), code: Type.Integer() }),
  Type.Object({ type: Type.Literal('script.refused'), id: Type.Integer(), reason: Type.String() }),
])
export type ScriptReport = Static<typeof ScriptReport>

type Port = {
  postMessage: (message: ScriptRequest) => void
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void
}

/** Undefined where no shell started this process: then plain Node starts its scripts. */
export function startScriptsByShell(self: object): StartScript | undefined {
  // Electron's utility processes have it; plain Node does not.
  const port: unknown = Reflect.get(self, 'parentPort')
  if (!isPort(port)) return undefined
  const running = new Map<number, ShellChild>()
  let nextId = 1
  port.on('message', ({ data }) => {
    if (!Value.Check(ScriptReport, data)) return
    running.get(data.id)?.receive(data)
    if (data.type === 'script.ended' || data.type === 'script.refused') running.delete(data.id)
  })
  return ({ entry, args, execArgv, env }) => {
    const id = nextId++
    const child = new ShellChild(id, port)
    running.set(id, child)
    const set = Object.entries(env).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    port.postMessage({
      type: 'script.start',
      id,
      entry,
      args: [...args],
      exec_argv: [...execArgv],
      env: Object.fromEntries(set),
    })
    return child
  }
}

// A class, because users of a child process listen to it as to Node's own.
class ShellChild extends EventEmitter implements ScriptChild {
  pid: number | undefined
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  connected = true
  readonly #id: number
  readonly #port: Port

  constructor(id: number, port: Port) {
    super()
    this.#id = id
    this.#port = port
  }

  send(message: object, callback: (error: Error | null) => void): boolean {
    this.#port.postMessage({ type: 'script.send', id: this.#id, message })
    callback(null)
    return true
  }

  kill(): boolean {
    if (!this.connected) return false
    this.#port.postMessage({ type: 'script.kill', id: this.#id })
    return true
  }

  receive(report: ScriptReport): void {
    if (report.type === 'script.spawned') {
      this.pid = report.pid
      this.emit('spawn')
    } else if (report.type === 'script.output') {
      this[report.stream].write(report.chunk)
    } else if (report.type === 'script.said') this.emit('message', report.message)
    else if (report.type === 'script.refused') {
      this.connected = false
      // In a turn of its own, so that whoever asked can listen first.
      queueMicrotask(() => this.emit('error', new Error(report.reason)))
    } else void this.#end(report.code)
  }

  async #end(code: number): Promise<void> {
    this.connected = false
    // On POSIX a process ended by a signal shows the signal's number, or 128 more.
    if (code === 9 || code === 137) this.signalCode = 'SIGKILL'
    else this.exitCode = code
    this.emit('exit', this.exitCode, this.signalCode)
    const streams = [this.stdout, this.stderr]
    for (const stream of streams) {
      stream.end()
      if (stream.readableFlowing === null) stream.resume() // nobody reads it
    }
    await Promise.all(streams.map((stream) => finished(stream)))
    this.emit('close', this.exitCode, this.signalCode)
  }
}

const isPort = (value: unknown): value is Port =>
  typeof value === 'object' &&
  value !== null &&
  'postMessage' in value &&
  typeof value.postMessage === 'function' &&
  'on' in value &&
  typeof value.on === 'function'
