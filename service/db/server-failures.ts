import { DatabaseError } from 'pg'
import { ApiError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

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
const unavailable = (cause: unknown): ApiError =>
  new ApiError(
    'database_unavailable',
    'The database does not answer; try again. What is sent with the same Idempotency-Key is done once.',
    { headers: { 'retry-after': '2' }, cause },
  )

/** Each time others were faster: nothing was done. */
export function outdone(cause: unknown, log: Log): ApiError {
  log.warn({ err: cause }, 'a transaction was given up: each time others were in its way')
  return new ApiError(
    'database_unavailable',
    'Others change the same at this moment, and nothing was done; try again.',
    { headers: { 'retry-after': '1' }, cause },
  )
}

/** What the database said, for whoever starts the service and not for who asks it. */
export const causeOf = (error: unknown): unknown =>
  error instanceof ApiError && error.cause !== undefined ? error.cause : error

export const isReplica = 'The database is a replica, on which nothing can be written.'
