import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type { ForkOptions } from 'electron'
import { PassThrough } from 'node:stream'

type Options = Pick<ForkOptions, 'env' | 'execArgv' | 'stdio'>

const parentPort = new URL('./parent-port.ts', import.meta.url).href

/**
 * Electron's utility process on a real process of plain Node. As Electron's own it hands no V8
 * options on, and takes every listener off its streams as soon as 'exit' was told.
 */
export class UtilityProcess extends EventEmitter {
  readonly child: ChildProcess
  stdout: PassThrough | null = null
  stderr: PassThrough | null = null

  constructor(entry: string, args: string[] = [], { env, stdio }: Options = {}) {
    super()
    this.child = fork(entry, args, {
      ...(env && { env: { ...env } }),
      execArgv: ['--import', parentPort],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced', // as structured as Electron's own
    })
    if (stdio === 'pipe') {
      this.stdout = this.child.stdout?.pipe(new PassThrough()) ?? null
      this.stderr = this.child.stderr?.pipe(new PassThrough()) ?? null
    } else {
      this.child.stdout?.resume()
      this.child.stderr?.pipe(process.stderr, { end: false })
    }
    this.child.on('message', (message) => this.emit('message', message))
    this.child.once('spawn', () => this.emit('spawn'))
    this.child.once('exit', (code, signal) => {
      this.emit('exit', signal === 'SIGKILL' ? 9 : (code ?? 15))
      for (const stream of [this.stdout, this.stderr]) stream?.removeAllListeners()
      this.stdout = null
      this.stderr = null
    })
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  postMessage(message: object): void {
    if (this.child.connected) this.child.send({ forPort: message }, () => {})
  }

  kill = () => this.child.kill('SIGTERM')
}
