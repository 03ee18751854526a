import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { DurableNodeFS } from './durable-fs.ts'

/** The thread that PostgreSQL lives in: a long query never holds up the HTTP side (PG-6). */
export type WorkerInput = {
  port: MessagePort
  /** Where the files are; null keeps everything in memory. */
  folder: string | null
  /** A dumped data folder to start an in-memory database from. */
  template: Uint8Array | null
  /** One 32-bit counter of fsync calls, shared with the opener. */
  fsyncs: SharedArrayBuffer
}
export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'aborted'; message: string }
  | { type: 'dumped'; bytes: Uint8Array }
  | { type: 'closed' }
export type ToWorker = { type: 'dump' } | { type: 'close' }

const startParams = (isDurable: boolean): string[] => [
  '--single',
  '-O',
  '-j',
  ...(isDurable ? [] : ['-F']),
  ...Object.entries({
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    fsync: isDurable ? 'on' : 'off',
    // PGlite's fdatasync does nothing; fsync reaches durable-fs.ts.
    wal_sync_method: 'fsync',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

const input: WorkerInput = workerData
const counter = new Int32Array(input.fsyncs)
/** The engine's last words, for the error when it does not start. */
const lastWords: string[] = []

const tell = (message: FromWorker): void => parentPort?.postMessage(message)

function abort(reason: unknown): never {
  tell({ type: 'aborted', message: [String(reason), ...lastWords].join('; ') })
  // Ends this thread only, and at once: an aborted engine must not run on.
  process.exit(1)
}

function options(): PGliteOptions {
  const { folder, template } = input
  return {
    extensions: { unaccent, pg_trgm },
    startParams: startParams(folder !== null),
    onStderr: (line) => {
      lastWords.push(line)
      if (lastWords.length > 20) lastWords.shift()
      return false
    },
    ...(folder === null ? {} : { fs: new DurableNodeFS(folder, () => Atomics.add(counter, 0, 1)) }),
    ...(template === null ? {} : { loadDataDir: new Blob([template as Uint8Array<ArrayBuffer>]) }),
  }
}

/** Each piece is all messages of one statement: PortStream sends what was written corked at once. */
function serve(pg: PGlite): void {
  input.port.on('message', (bytes: Uint8Array) => {
    const answers: Uint8Array<ArrayBuffer>[] = []
    // Synchronous underneath; the raw stream saves parsing each answer here a second time.
    void pg
      .execProtocolRawStream(bytes, {
        onRawData: (chunk) => void answers.push(new Uint8Array(chunk)),
      })
      .catch(abort)
    for (const answer of answers) input.port.postMessage(answer, [answer.buffer])
  })
}

async function main(): Promise<void> {
  const pg = await PGlite.create(options())
  serve(pg)
  parentPort?.on('message', async (message: ToWorker) => {
    if (message.type === 'dump') {
      const bytes = new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer())
      parentPort?.postMessage({ type: 'dumped', bytes } satisfies FromWorker, [bytes.buffer])
      return
    }
    await pg.close()
    input.port.close()
    tell({ type: 'closed' })
    parentPort?.close()
  })
  tell({ type: 'ready' })
}

main().catch((error: unknown) => {
  tell({ type: 'failed', message: [String(error), ...lastWords].join('; ') })
  process.exit(1)
})
