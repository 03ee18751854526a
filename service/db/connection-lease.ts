import { type PostgresPoolClient, sql } from 'kysely'
import type { PoolClient } from 'pg'
import { minute, second } from '../core/time.ts'
import { queryPlanned } from './planned-query.ts'
import { isOutdated } from './retry-rule.ts'
import { isAway } from './server-failures.ts'

/** Choice: far above what any statement of ours takes; migrations lift it. */
export const statementTimeoutMs = minute
/** A server answers within the one, or it is gone without a word: its machine, or the way there. */
const answerWithinMs = statementTimeoutMs + 10 * second

export const plannedMark = '/* planned once */'
/**
 * Marks a statement of which a busy service makes many: PostgreSQL plans it once for the connection. Planning takes three
 * quarters of a look-up by its key (engines.md). Not one whose plan has to know how long a list of ids is.
 */
export const plannedOnce = sql.raw(plannedMark)

export type Names = {
  of: (text: string) => string | undefined
  forget: (text: string, name: string) => void
}

/** Names for the marked statements by their text, of which there are few; undefined for all others. */
export function namesOfPlanned(): Names {
  const names = new Map<string, string>()
  let made = 0
  return {
    of: (text) => {
      if (!text.includes(plannedMark)) return undefined
      const name = names.get(text) ?? `planned_${(made += 1)}`
      names.set(text, name)
      return name
    },
    forget: (text, name) => {
      if (names.get(text) === name) names.delete(text)
    },
  }
}

type Lease = {
  names: Names
  /** The database is on a server, which may go. */
  isShared: boolean
  onRelease: () => void
  /** What a statement that failed is rejected with. */
  toFailure: (error: unknown) => unknown
}

/** One use of a connection. It is thrown away where the server behind it has gone, or takes no changes any more. */
export function lease(client: PoolClient, options: Lease): PostgresPoolClient {
  const { names, isShared, onRelease, toFailure } = options
  let isBroken = false
  let isLimited = isShared
  let isUnreplicated = false
  const note = (notice: object): void => {
    // The commit was cut off while it waited for the replica: it is done here, and may be lost with this server.
    if (Reflect.get(notice, 'routine') === 'SyncRepWaitForLSN') isUnreplicated = true
  }
  if (isShared) client.on('notice', note)
  const fail = (error: unknown): never => {
    isBroken ||= isShared && isAway(error)
    throw toFailure(error)
  }
  const send = async (text: string, values: unknown[]): Promise<unknown> => {
    if (/^SET (?:LOCAL )?statement_timeout = 0/.test(text)) isLimited = false
    const limit = isLimited ? { query_timeout: answerWithinMs } : {}
    const name = names.of(text)
    const statement = { text, values, ...limit }
    const result =
      name === undefined
        ? await client.query(statement)
        : await queryPlanned(client, { ...statement, name })
    if (isUnreplicated) throw new Error('What was committed is on no replica.')
    return result
  }
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    const name = names.of(text)
    return send(text, values).catch((error: unknown) => {
      if (name === undefined || !isOutdated(error)) return fail(error)
      names.forget(text, name)
      // Within a transaction nothing more is answered, and the first failure counts: all of it runs again.
      return send(text, values).catch(() => fail(error))
    })
  }
  return {
    // Kysely's type also has a form for cursors, which are not set up here.
    query: query as PostgresPoolClient['query'],
    release: (isUnusable) => {
      client.off('notice', note)
      client.release(isUnusable === true || isBroken)
      onRelease()
    },
  }
}
