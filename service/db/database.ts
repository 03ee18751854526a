import type { Kysely, Transaction } from 'kysely'
import type { Log } from '../core/log.ts'
import { openDoor } from './door.ts'
import { type Engine, type EngineOptions, startEngine } from './engine.ts'
import type { Tables } from './tables.ts'

/** A handle that runs SQL: the database itself, or a transaction on it. Stores take it first. */
export type Sql = Kysely<Tables>
export type Tx = Transaction<Tables>

/** The one door to the database. */
export type Db = {
  /** For single statements. Throws when used inside a transaction, where `tx` is the handle. */
  sql: Sql
  /** Runs `fn` in one transaction; never await a model, a stream or the network inside. */
  transaction: <T>(fn: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export type OpenOptions = {
  /** The data folder; null keeps everything in memory, for tests. */
  dataDir: string | null
  log: Log
  /** A dumped database for an in-memory one to start from. */
  template?: Uint8Array
  onFatal?: EngineOptions['onFatal']
}

export async function openDatabase(options: OpenOptions): Promise<Db> {
  const engine = await startEngine({
    folder: options.dataDir,
    template: options.template ?? null,
    ...(options.onFatal ? { onFatal: options.onFatal } : {}),
  })
  const door = openDoor(engine.stream, options.log)
  const db: Db = {
    sql: door.sql,
    transaction: door.transaction,
    close: async () => {
      await door.close()
      await engine.close()
    },
  }
  engines.set(db, engine)
  return db
}

const engines = new WeakMap<Db, Engine>()

/** The whole database as a tar file: only for the templates of tests, it is held in memory. */
export function dumpDatabase(db: Db): Promise<Uint8Array> {
  const engine = engines.get(db)
  if (!engine) throw new Error('Not a database that openDatabase opened.')
  return engine.dump()
}
