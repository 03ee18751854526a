import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { vector } from '@electric-sql/pglite-pgvector'
import { DurableNodeFS } from './durable-fs.ts'
import { createLogReserve, type LogReserve } from './log-reserve.ts'
import type { DatabaseKeys } from './sealed-form.ts'

/**
 * The thread that PostgreSQL lives in: a long query never holds up the HTTP side (reliability.md
 * PG-6).
 */
export type WorkerInput = {
  port: MessagePort
  /** Where the files are; null keeps everything in memory. */
  folder: string | null
  /** Of an encrypted folder. They come this way alone: arguments and environment can be read by others. */
  keys: DatabaseKeys | null
  /** The folder of files that its log falls back on; null where it has none. */
  logReserve: string | null
  /** A dumped data folder to start an in-memory database from. */
  template: Uint8Array | null
  /** PGlite's code, compiled. */
  module: WebAssembly.Module
  /** One 32-bit counter of fsync calls, shared with the opener. */
  fsyncs: SharedArrayBuffer
}
export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; message: string }
  | { type: 'aborted'; message: string }
  | { type: 'dumped'; bytes: Uint8Array }
  | { type: 'log_reserve_taken' }
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
    // No DETAIL or STATEMENT lines, which quote rows: the last lines can end up in our log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    // One session and a small database: the defaults cost 150 MB more (reliability.md PG-8).
    shared_buffers: '16MB',
    max_connections: '4',
    wal_buffers: '1MB',
    fsync: isDurable ? 'on' : 'off',
    // PGlite's fdatasync does nothing; fsync reaches durable-fs.ts.
    wal_sync_method: 'fsync',
    // A used log file keeps what was deleted until it is written over (reliability.md B-7).
    wal_recycle: 'off',
    // A checkpoint would write a file for these, and end the database where a full disk does not take it.
    max_active_replication_origins: '0',
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

const noteFsync = (): void => void Atomics.add(counter, 0, 1)

/** Choice: how soon after somebody made space the reserve is whole again. */
const refillMs = 15_000

const reserve: LogReserve | null =
  input.logReserve === null
    ? null
    : createLogReserve(input.logReserve, () => tell({ type: 'log_reserve_taken' }))

/** Not before the files were opened: a database that is refused is left as it was found. */
function keepReserveFilled({ refill }: LogReserve): void {
  refill()
  setInterval(refill, refillMs).unref()
}

function options(): PGliteOptions {
  const { folder, keys, template, module } = input
  return {
    extensions: { amcheck, pageinspect, unaccent, pg_trgm, vector },
    startParams: startParams(folder !== null),
    onStderr: (line) => {
      lastWords.push(line)
      if (lastWords.length > 5) lastWords.shift()
      return false
    },
    // Small log files: at most 64 MB of log in all, and 6 MB at rest instead of 96 (reliability.md
    // PG-5).
    initDbStartParams: ['--wal-segsize=1'],
    pgliteWasmModule: module,
    ...(folder === null ? {} : { fs: new DurableNodeFS(folder, { keys, reserve }, noteFsync) }),
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
        // What is in a folder is synced where PostgreSQL asks for it (durable-fs.ts).
        syncToFs: false,
      })
      .catch(abort)
    for (const answer of answers) input.port.postMessage(answer, [answer.buffer])
  })
}

/** PostgreSQL's way back to its loop after an ordinary error, as PGlite numbers it. */
const ordinaryErrorStatus = 100

/**
 * PGlite goes on after any exception of the engine. An abort or trap leaves broken memory behind,
 * so here it ends the thread (reliability.md PG-10).
 */
function endOnAbort(pg: PGlite): void {
  const engine = pg.Module
  const name = '_PostgresMainLoopOnce'
  const loopOnce = engine[name]
  engine[name] = () => {
    try {
      loopOnce()
    } catch (error) {
      const isOrdinary =
        typeof error === 'object' &&
        error !== null &&
        'status' in error &&
        error.status === ordinaryErrorStatus
      if (!isOrdinary) abort(error)
      throw error
    }
  }
}

async function main(): Promise<void> {
  const pg = await PGlite.create(options())
  endOnAbort(pg)
  lastWords.length = 0
  if (reserve) keepReserveFilled(reserve)
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
