import type { Signals } from '../core/signals.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** A handle that runs SQL: the database itself, or a transaction on it. Stores take it first. */
export type Sql = Kysely<Tables>
export type Tx = Transaction<Tables>

/**
 * Read committed: on a server each statement sees what others have just committed, so that the caller's own locks
 * must keep others off. Left out, transactions run as if one after the other (decision 0084).
 */
type TransactionOptions = { isolation: 'read committed' }

/** Called in a transaction, after its work and before COMMIT, with what it is about to return. */
export type CommitHook = (tx: Tx, result: unknown) => Promise<void>

/** Stops what was begun, and resolves when it has stopped. */
export type Ending = () => Promise<void> | void

/** Connections to the database: how many there are, rest, and are waited for. */
type PoolState = { size: number; idle: number; waiting: number }

/** The database that this process works on. */
export type Db = {
  /** For single statements. Throws when used inside a transaction, where `tx` is the handle. */
  sql: Sql
  /** Runs `fn` in one transaction; never await a model, a stream or the network inside. */
  transaction: <T>(fn: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /**
   * Runs `fn`; the first transaction that commits in it calls `hook`, however deep it is called.
   * Later ones do not: they may be of work that the first has woken.
   */
  hookFirstCommit: <T>(hook: CommitHook, fn: () => T) => T
  /** What commits announce to the rest of this process; `afterCommit` emits on it. */
  signals: Signals
  /** Whether other processes work on it as well: a PostgreSQL server. */
  isShared: boolean
  /** Whether whoever had its files open before closed them; after a kill or a power cut they did not. */
  wasClosed: boolean
  /** From now on, closing changes no file: the next one who opens them sees what was found, and looks for damage. */
  keepAsFound: () => void
  /** Copies the database as it is into a new folder, for `openSnapshot`; statements wait meanwhile. */
  snapshot: (folder: string) => Promise<void>
  /** Of the pool, where there is one. */
  pool?: (() => PoolState) | undefined
  close: () => Promise<void>
}
