import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolClient, types as pgTypes } from 'pg'
import type { Log } from '../core/log.ts'
import { createSignals, type Signals } from '../core/signals.ts'
import { isDataCorruption } from './corruption.ts'
import type { CommitHook, Db, Tx } from './database.ts'
import { DatabaseAborted } from './open-errors.ts'
import type { PortStream } from './port-stream.ts'
import type { Tables } from './tables.ts'

/** Counts and sums come as numbers: none of ours passes 2^53. */
const numbers = new Set<number>([pgTypes.builtins.INT8, pgTypes.builtins.NUMERIC])
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pgTypes.getTypeParser(oid, format)),
}

/** A pending lease fails after this, rather than hanging for ever. */
const leaseTimeoutMs = 30_000

/** Must not throw: the transaction is over, and its caller gets the result in any case. */
type CommitListener = (signals: Signals) => unknown
const commitListeners = new WeakMap<Tx, CommitListener[]>()

/** Calls `fn` once `tx` has committed, and never where it is rolled back. */
export function afterCommit(tx: Tx, fn: CommitListener): void {
  const listeners = commitListeners.get(tx)
  if (!listeners) throw new Error('afterCommit needs the handle that db.transaction gave.')
  listeners.push(fn)
}

type Hooked = { hook: CommitHook; isDone: boolean }
/** Context of a transaction for the code it calls: whether it is open, and the hook of its commit. */
type Contexts = {
  signals: Signals
  open: AsyncLocalStorage<{ isOpen: boolean }>
  hooked: AsyncLocalStorage<readonly Hooked[]>
}

export type Connection = Omit<Db, 'wasClosed' | 'keepAsFound' | 'snapshot'> & {
  /** When the last statement ended, by `performance.now()`; null while one runs. */
  idleSince: () => number | null
}

/**
 * The one connection to the database: a pool of one connection, and the transaction guard (reliability.md
 * PG-7).
 */
export function openConnection(stream: PortStream, log: Log): Connection {
  const signals = createSignals()
  const contexts: Contexts = {
    signals,
    open: new AsyncLocalStorage(),
    hooked: new AsyncLocalStorage(),
  }
  // Triggers tell of one thing only, as part of the commit (0040-notes-folders.sql).
  const pool = openPool(stream, log, () => outside(contexts, () => signals.emit('notes.changed')))
  const refuseInside = (): void => {
    if (contexts.open.getStore()?.isOpen !== true) return
    throw new Error('Inside a transaction only its own handle may be used (reliability.md PG-7).')
  }
  let leases = 0
  let idleSince = performance.now()
  const release = (): void => {
    leases -= 1
    idleSince = performance.now()
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    refuseInside()
    if (stream.destroyed) throw new DatabaseAborted('it is closed')
    leases += 1
    try {
      return lease(await pool.connect(), release, (error) => {
        if (isDataCorruption(error)) outside(contexts, () => signals.emit('database.unreadable'))
        throw error
      })
    } catch (error) {
      release()
      throw error
    }
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: {} } }),
  })
  return {
    sql: kysely,
    signals,
    transaction: async (fn) => {
      refuseInside()
      return runTransaction(kysely, contexts, fn)
    },
    hookFirstCommit: (hook, fn) =>
      contexts.hooked.run([...(contexts.hooked.getStore() ?? []), { hook, isDone: false }], fn),
    close: () => kysely.destroy(),
    idleSince: () => (leases > 0 ? null : idleSince),
  }
}

/** Whoever hears of a failure works on their own account, not in the transaction that failed. */
function outside({ open, hooked }: Contexts, fn: () => unknown): void {
  open.exit(() => hooked.exit(fn))
}

function openPool(stream: PortStream, log: Log, onNotification: () => void): Pool {
  const pool = new Pool({
    max: 1,
    min: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: leaseTimeoutMs,
    user: 'postgres',
    database: 'postgres',
    stream: () => stream,
    types,
  })
  // The pending query is rejected with it; without a listener it would end the process as well.
  const logged = (error: Error): void => log.error({ err: error }, 'database connection failed')
  pool.on('error', logged)
  pool.on('connect', (client) => client.on('error', logged).on('notification', onNotification))
  return pool
}

async function runTransaction<T>(
  kysely: Kysely<Tables>,
  { signals, open, hooked }: Contexts,
  fn: (tx: Tx) => Promise<T>,
): Promise<T> {
  const listeners: CommitListener[] = []
  const due = (hooked.getStore() ?? []).filter(({ isDone }) => !isDone)
  const result = await kysely.transaction().execute(async (tx) => {
    commitListeners.set(tx, listeners)
    const state = { isOpen: true }
    try {
      return await open.run(state, async () => {
        const value = await fn(tx)
        for (const { hook } of due) await hook(tx, value)
        return value
      })
    } finally {
      // What `fn` left running may use the outer handle from here on.
      state.isOpen = false
    }
  })
  for (const one of due) one.isDone = true
  for (const announce of listeners) announce(signals)
  return result
}

/** One use of the connection; `onRelease` is called when it ends, `onFailure` for each statement that fails. */
function lease(
  client: PoolClient,
  onRelease: () => void,
  onFailure: (error: unknown) => never,
): PostgresPoolClient {
  const query = (text: string, values: unknown[]): Promise<unknown> =>
    client.query(text, values).catch(onFailure)
  return {
    // Kysely's type also has a form for cursors, which are not set up here.
    query: query as PostgresPoolClient['query'],
    release: (isBroken) => {
      client.release(isBroken)
      onRelease()
    },
  }
}
