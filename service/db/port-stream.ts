import { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import { DatabaseAborted } from './open-errors.ts'

/**
 * What node-postgres takes for a socket: its bytes cross a message port to the database's thread.
 * One statement's messages are written corked, so they cross in one piece.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort

  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('message', (bytes: Uint8Array) => this.push(bytes))
    port.on('close', () => this.destroy())
  }

  /** The parts of net.Socket that node-postgres calls; there is nothing to connect or tune. */
  connect(): this {
    process.nextTick(() => {
      if (this.destroyed) this.emit('error', new DatabaseAborted('it is closed'))
      else this.emit('connect')
    })
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    this.#port.ref()
    return this
  }
  unref(): this {
    this.#port.unref()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(chunk)
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)))
    done()
  }

  /** The database never hangs up by itself: once nothing more is said to it, the stream is over. */
  override _final(done: () => void): void {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close()
    done(error)
  }

  #send(bytes: Buffer): void {
    // A copy of its own: pooled buffers must not be transferred.
    const copy = new Uint8Array(bytes)
    this.#port.postMessage(copy, [copy.buffer])
  }
}
