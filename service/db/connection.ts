import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { type CustomTypesConfig, type PoolConfig, types as pgTypes } from 'pg'
import type { Log } from '../core/log.ts'
import { observe } from '../core/observe.ts'
import { createSignals, type Signals } from '../core/signals.ts'
import { lease, namesOfPlanned } from './connection-lease.ts'
import { isDataCorruption } from './corruption.ts'
import type { CommitHook, Db, Tx } from './database.ts'
import { DatabaseAborted } from './open-errors.ts'
import { keysChannel, openOrganizationPools, openPool } from './organization-pools.ts'
import type { PortStream } from './port-stream.ts'
import { createRetryRule } from './retry-rule.ts'
import { outdone, toUnavailable } from './server-failures.ts'
import type { Tables } from './tables.ts'
import { createTurns, type Turns } from './turns.ts'

/** Counts and sums come as numbers: none of ours passes 2^53. */
const numbers = new Set<number>([pgTypes.builtins.INT8, pgTypes.builtins.NUMERIC])
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => (numbers.has(oid) ? Number : pgTypes.getTypeParser(oid, format)),
}

/** Choice: as many clashes in a row are no chance any more. */
const mostTries = 12

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

/** The one connection of the engine on its thread. */
export const connectTo = (stream: PortStream, log: Log): Connection =>
  openConnection({
    log,
    isOpen: () => !stream.destroyed,
    pool: {
      max: 1,
      min: 1,
      idleTimeoutMillis: 0,
      user: 'postgres',
      database: 'postgres',
      stream: () => stream,
    },
  })

export type ConnectionOptions = {
  log: Log
  /** How connections are made, and how many. */
  pool: PoolConfig & { max: number }
  /** Whether statements can be sent at all. */
  isOpen: () => boolean
  /**
   * Whether others work on it as well: transactions then run as if one after the other, and one that
   * clashed with another is run again (decision 0084), and what is done for one organization sees the rows of no
   * other (decision 0087).
   */
  isShared?: boolean
  signals?: Signals
}

/** A pool of connections to the database, and the transaction guard (reliability.md PG-7). */
export function openConnection(options: ConnectionOptions): Connection {
  const { isOpen, isShared = false, signals = createSignals() } = options
  const contexts: Contexts = {
    signals,
    open: new AsyncLocalStorage(),
    hooked: new AsyncLocalStorage(),
  }
  const tell = ({ channel }: { channel: string }): void =>
    void signals.emit(channel === keysChannel ? 'keys.changed' : 'notes.changed')
  const { max, ...config } = { ...options.pool, types }
  const pool = (isShared ? openOrganizationPools : openPool)({
    ...{ max, config, log: options.log, onNotification: isShared ? null : tell },
  })
  const refuseInside = (): void => {
    if (contexts.open.getStore()?.isOpen !== true) return
    throw new Error('Inside a transaction only its own handle may be used (reliability.md PG-7).')
  }
  const names = namesOfPlanned()
  const toFailure = (error: unknown): unknown => {
    if (isDataCorruption(error)) void signals.emit('database.unreadable')
    return isShared ? toUnavailable(error, options.log) : error
  }
  const turns = isShared ? createTurns() : null
  let leases = 0
  let idleSince = performance.now()
  const release = (): void => {
    leases -= 1
    idleSince = performance.now()
  }
  const connect = async (): Promise<PostgresPoolClient> => {
    refuseInside()
    if (!isOpen()) throw new DatabaseAborted('it is closed')
    leases += 1
    try {
      return lease(await pool.connect(), { names, isShared, onRelease: release, toFailure })
    } catch (error) {
      release()
      // Whoever else has it is busy; of a database on this machine all other failures are its end.
      throw isLate(error) ? toUnavailable(error, options.log) : toFailure(error)
    }
  }
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: {} } }),
  })
  return {
    sql: kysely,
    isShared,
    signals,
    transaction: async (fn, chosen) => {
      refuseInside()
      const work = { tries: 1 }
      const note = (tries: number): void => void (work.tries = tries)
      const isSerializable = isShared && chosen === undefined
      return observe('transaction', work, () =>
        runTransaction({ kysely, contexts, turns, isSerializable, note, log: options.log }, fn),
      )
    },
    hookFirstCommit: (hook, fn) =>
      contexts.hooked.run([...(contexts.hooked.getStore() ?? []), { hook, isDone: false }], fn),
    pool: pool.state,
    close: () => kysely.destroy(),
    idleSince: () => (leases > 0 ? null : idleSince),
  }
}

/** Whether no connection was free in time, in the words of the pool. */
const isLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect'

/** Without turns they follow each other by themselves. `note` is told the number of each try. */
type Transacting = {
  kysely: Kysely<Tables>
  contexts: Contexts
  turns: Turns | null
  isSerializable: boolean
  note: (tries: number) => void
  log: Log
}

/** `fn` changes nothing outside the database: it runs again where the transaction clashed with another. */
async function runTransaction<T>(transacting: Transacting, fn: (tx: Tx) => Promise<T>): Promise<T> {
  const { turns } = transacting
  const run = (): Promise<T> => runOnce(transacting, fn)
  if (!turns) return run()
  const chanceOf = createRetryRule()
  for (let tries = 1; ; tries += 1) {
    try {
      transacting.note(tries)
      return await (tries === 1 ? turns.beside(run) : turns.alone(run))
    } catch (error) {
      const chance = chanceOf(error)
      if (chance === 'never') throw error
      // Such as with a transaction of a process that stands still: until the server cuts that off.
      if (chance === 'later' || tries === mostTries) throw outdone(error, transacting.log)
      // Apart from other processes, or they would clash again.
      if (tries > 1) await pause(Math.random() * Math.min(2 ** tries, 200))
    }
  }
}

async function runOnce<T>(
  { kysely, contexts: { signals, open, hooked }, isSerializable }: Transacting,
  fn: (tx: Tx) => Promise<T>,
): Promise<T> {
  const listeners: CommitListener[] = []
  const due = (hooked.getStore() ?? []).filter(({ isDone }) => !isDone)
  const begun = kysely.transaction()
  const builder = isSerializable ? begun.setIsolationLevel('serializable') : begun
  const result = await builder.execute(async (tx) => {
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
