import { DatabaseError, type PoolClient } from 'pg'
import { ApiError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import { second } from '../core/time.ts'

/**
 * SQLSTATE of a server that is going, coming, full of connections, or a replica, and of a statement or connection that
 * it cut off: connection exceptions, admin and crash shutdown, cannot connect now, read only, timeouts.
 */
const away = /^(?:08...|57P0[1-3]|53300|25006|25P0[34]|57014)$/

/** Whether the database is away, and not the statement wrong: what it did not say itself is of the connection. */
export const isAway = (error: unknown): boolean =>
  error instanceof DatabaseError ? away.test(error.code ?? '') : !(error instanceof TypeError)

/** The same for whoever asked, where it is so. */
export function toUnavailable(error: unknown, log: Log): unknown {
  if (!isAway(error) || error instanceof ApiError) return error
  log.warn({ err: error }, 'the database does not answer')
  return unavailable(error)
}

/** Where it was the end of a transaction that failed, nobody knows whether it is done. */
export const unavailable = (cause: unknown): ApiError =>
  new ApiError(
    'database_unavailable',
    'The database does not answer; try again. What is sent with the same Idempotency-Key is done once.',
    { headers: { 'retry-after': '2' }, cause },
  )

export const isReplica = 'The database is a replica, on which nothing can be written.'

/** Rejects a new connection that leads to a replica, as an address does that does not follow the primary at once. */
export function createPrimaryCheck(): (client: PoolClient) => Promise<void> {
  const known = new WeakSet<PoolClient>()
  return async (client) => {
    if (known.has(client)) return
    try {
      const text = 'SELECT pg_is_in_recovery() AS is_replica'
      const asked = { text, query_timeout: 10 * second }
      const { rows } = await client.query<{ is_replica: boolean }>(asked)
      if (rows[0]?.is_replica !== false) throw new Error(isReplica)
      known.add(client)
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}
