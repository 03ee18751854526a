import type { Log } from '../core/log.ts'
import { minute, second } from '../core/time.ts'
import { openConnection } from './connection.ts'
import { statementTimeoutMs } from './connection-lease.ts'
import type { Db, Sql } from './database.ts'
import { adviceOnUser, problemOf, readServerFacts, unsafeSettings } from './server-facts.ts'
import { causeOf } from './server-failures.ts'
import { createSharedSignals } from './shared-signals.ts'

export type ServerDatabaseOptions = {
  /** postgresql://user:password@host:port/database; query parameters as node-postgres has them, such as sslmode. */
  url: string
  /** The most connections of this process, besides one that listens. */
  connections: number
  log: Log
}

/**
 * Opens a database of a PostgreSQL server, which other processes may use as well. Rejects where it cannot be
 * reached or used, in words for whoever set it up.
 */
export async function openServerDatabase(options: ServerDatabaseOptions): Promise<Db> {
  const { url, connections, log } = options
  const common = {
    ...{ connectionString: url, application_name: 'earshot' },
    // By itself the system asks after two hours whether the other side is still there.
    ...{ keepAlive: true, keepAliveInitialDelayMillis: 10 * second },
  }
  const limits = { connectionTimeoutMillis: 10 * second, query_timeout: 10 * second }
  const shared = createSharedSignals({ ...common, ...limits }, log)
  let isClosed = false
  const connection = openConnection({
    log,
    signals: shared.signals,
    isShared: true,
    isOpen: () => !isClosed,
    pool: {
      ...common,
      // Compiling a statement takes longer than any of ours.
      options: '-c jit=off',
      max: connections,
      idleTimeoutMillis: minute,
      connectionTimeoutMillis: 10 * second,
      statement_timeout: statementTimeoutMs,
      // A process that stands still or is cut off must not hold up the others: ours wait for nothing in a transaction.
      idle_in_transaction_session_timeout: 15 * second,
    },
  })
  const { sql: handle, transaction, hookFirstCommit, signals, isShared, pool } = connection
  const close = async (): Promise<void> => {
    if (isClosed) return
    await shared.stop()
    isClosed = true
    await connection.close()
  }
  try {
    await requireUsable(handle, log)
    await shared.start(handle)
  } catch (error) {
    await close()
    // Whoever sets it up wants to know why.
    throw causeOf(error)
  }
  return {
    ...{ sql: handle, transaction, hookFirstCommit, signals, isShared, pool, close },
    // The server looks after its own files.
    wasClosed: true,
    keepAsFound: () => {},
    snapshot: () => Promise.reject(new Error('A server makes its backups with its own tools.')),
  }
}

async function requireUsable(handle: Sql, log: Log): Promise<void> {
  const facts = await readServerFacts(handle)
  const problem = problemOf(facts)
  if (problem !== null) throw new Error(problem)
  const unsafe = unsafeSettings(facts)
  if (unsafe.length > 0)
    log.warn({ settings: unsafe }, 'these settings should be on: what was acknowledged may be lost')
  if (facts.is_above_policies)
    log.warn(`the database’s second wall between organizations does not hold. ${adviceOnUser}`)
}
