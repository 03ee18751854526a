import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import { DatabaseAborted } from './open-errors.ts'
import { PortStream } from './port-stream.ts'
import type { DatabaseKeys } from './sealed-form.ts'
import type { FromWorker, ToWorker, WorkerInput } from './pglite-worker.ts'

/** PostgreSQL on its own thread. */
export type Engine = {
  /** Speaks the wire protocol; node-postgres uses it as its socket. */
  stream: PortStream
  /** How many fsync calls the files have had since the start. */
  fsyncCount: () => number
  /** Calls it whenever the disk was full and the log of writes went on in its reserve. */
  onLogReserveTaken: (listener: () => void) => void
  /** The whole data folder as a tar file; for templates of in-memory databases. */
  dump: () => Promise<Uint8Array>
  close: () => Promise<void>
  /** Ends the thread at once, as a crash would; what was committed is in the log of writes. */
  abandon: () => Promise<void>
}

export type EngineOptions = {
  folder: string | null
  /** Of an encrypted folder. */
  keys?: DatabaseKeys | null
  logReserve?: string
  template?: Uint8Array | undefined
  /** Called once if the engine ends by itself (reliability.md PG-10). */
  onFatal?: ((error: DatabaseAborted) => void) | undefined
}

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * PGlite's code, compiled once for all databases that this process opens, one after another or side by side: it takes a
 * second of the processor, and the threads share what V8 makes of it later.
 */
async function compileOnce(): Promise<WebAssembly.Module> {
  compiled ??= compileEngine()
  try {
    return await compiled
  } catch (error) {
    // Whoever asks next tries again: the file may be there by then.
    compiled = undefined
    throw error
  }
}

async function compileEngine(): Promise<WebAssembly.Module> {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(await readFile(path.join(path.dirname(entry), 'pglite.wasm')))
}

/** Starts the thread; rejects with the engine's own words where it does not come up. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // Compiling PGlite's code on many threads leaves 50 MB in their allocators, and is no faster.
  setFlagsFromString('--wasm-num-compilation-tasks=1')
  const { port1, port2 } = new MessageChannel()
  const fsyncs = new SharedArrayBuffer(4)
  const input: WorkerInput = {
    port: port2,
    folder: options.folder,
    keys: options.keys ?? null,
    logReserve: options.logReserve ?? null,
    template: options.template ?? null,
    module: await compileOnce(),
    fsyncs,
  }
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: input,
    transferList: [port2],
    // The engine's exit codes are for the thread; its print-outs are kept there as last words.
    stdout: true,
    stderr: true,
  })
  const stream = new PortStream(port1)
  await next(worker, 'ready').catch(async (error: unknown) => {
    stream.destroy()
    await worker.terminate()
    throw error
  })

  const life = watch(worker, stream, options.onFatal)
  return {
    stream,
    fsyncCount: () => Atomics.load(new Int32Array(fsyncs), 0),
    onLogReserveTaken: (listener) =>
      void worker.on('message', ({ type }: FromWorker) => {
        if (type === 'log_reserve_taken') listener()
      }),
    dump: async () => {
      send(worker, { type: 'dump' })
      return (await next(worker, 'dumped')).bytes
    },
    close: async () => {
      if (life.isOver) return
      life.isOver = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      send(worker, { type: 'close' })
      await ended
      stream.destroy()
    },
    abandon: async () => {
      life.isOver = true
      stream.destroy()
      await worker.terminate()
    },
  }
}

const send = (worker: Worker, message: ToWorker): void => worker.postMessage(message)

/** Reports an end that was not requested: pending queries fail, and `onFatal` is called once. */
function watch(
  worker: Worker,
  stream: PortStream,
  onFatal: EngineOptions['onFatal'],
): { isOver: boolean } {
  const life = { isOver: false }
  const fatal = (message: string): void => {
    if (life.isOver) return
    life.isOver = true
    const error = new DatabaseAborted(message)
    stream.destroy(error)
    onFatal?.(error)
  }
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'aborted') fatal(message.message)
  })
  worker.on('error', (error) => fatal(String(error)))
  worker.on('exit', (code) => fatal(`its thread ended with code ${code}`))
  return life
}

/** The next message of a type; rejects where the thread fails or ends first. */
function next<T extends FromWorker['type']>(
  worker: Worker,
  type: T,
): Promise<Extract<FromWorker, { type: T }>> {
  return new Promise((resolve, reject) => {
    const settle = (run: () => void): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      run()
    }
    const onMessage = (message: FromWorker): void => {
      // Narrowing a generic by its tag is beyond the compiler; the tag was just compared.
      if (message.type === type) {
        settle(() => resolve(message as Extract<FromWorker, { type: T }>))
      } else if (message.type === 'failed' || message.type === 'aborted') {
        settle(() => reject(new DatabaseAborted(message.message)))
      }
    }
    const onError = (error: unknown): void =>
      settle(() => reject(new DatabaseAborted(String(error))))
    const onExit = (code: number): void =>
      settle(() => reject(new DatabaseAborted(`its thread ended with code ${code}`)))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
