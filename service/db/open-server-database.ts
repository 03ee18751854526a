import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import { minute, second } from '../core/time.ts'
import { openConnection } from './connection.ts'
import type { Db, Sql } from './database.ts'
import { createSharedSignals } from './shared-signals.ts'

export type ServerDatabaseOptions = {
  /** postgresql://user:password@host:port/database; query parameters as node-postgres has them, such as sslmode. */
  url: string
  /** The most connections of this process, besides one that listens. */
  connections: number
  log: Log
}

/** The oldest that is supported: 15. */
const leastVersion = 150_000

/** Choice: far above what any statement of ours takes; migrations lift it. */
const statementTimeoutMs = minute

/**
 * Opens a database of a PostgreSQL server, which other processes may use as well. Rejects where it cannot be
 * reached or used, in words for whoever set it up.
 */
export async function openServerDatabase(options: ServerDatabaseOptions): Promise<Db> {
  const { url, connections, log } = options
  const common = { connectionString: url, keepAlive: true, application_name: 'earshot' }
  const shared = createSharedSignals({ ...common, connectionTimeoutMillis: 10 * second }, log)
  let isClosed = false
  const connection = openConnection({
    log,
    signals: shared.signals,
    isShared: true,
    isOpen: () => !isClosed,
    pool: {
      ...common,
      max: connections,
      idleTimeoutMillis: minute,
      connectionTimeoutMillis: 10 * second,
      statement_timeout: statementTimeoutMs,
      // A process that is cut off must not hold its locks for long.
      idle_in_transaction_session_timeout: statementTimeoutMs,
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
    throw error
  }
  return {
    ...{ sql: handle, transaction, hookFirstCommit, signals, isShared, pool, close },
    whileLeading: shared.whileLeading,
    // The server looks after its own files.
    wasClosed: true,
    keepAsFound: () => {},
    snapshot: () => Promise.reject(new Error('A server makes its backups with its own tools.')),
  }
}

type ServerFacts = {
  version: number
  is_replica: boolean
  encoding: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
}

async function requireUsable(handle: Sql, log: Log): Promise<void> {
  const { rows } = await sql<ServerFacts>`
    SELECT current_setting('server_version_num')::integer AS version,
      pg_is_in_recovery() AS is_replica,
      current_setting('server_encoding') AS encoding,
      current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS full_page_writes,
      current_setting('synchronous_commit') AS synchronous_commit`.execute(handle)
  const [facts] = rows
  if (!facts) throw new Error('The database answers nothing.')
  if (facts.version < leastVersion)
    throw new Error('The database server is older than PostgreSQL 15.')
  if (facts.is_replica)
    throw new Error('The database is a replica, on which nothing can be written.')
  if (facts.encoding !== 'UTF8')
    throw new Error('The database must be made with the encoding UTF8.')
  const unsafe = [
    facts.fsync === 'off' && 'fsync',
    facts.full_page_writes === 'off' && 'full_page_writes',
    facts.synchronous_commit === 'off' && 'synchronous_commit',
  ].filter(Boolean)
  if (unsafe.length > 0)
    log.warn({ settings: unsafe }, 'these settings are off: what was acknowledged may be lost')
}
