import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import { second } from '../core/time.ts'
import type { Sql } from './database.ts'

/** Names the connections by which processes listen, to the server. */
export const listenerName = 'earshot-listener'

/** Choice: one that stands still or is cut off is not waited for any longer; its lease ends. */
const longestWaitMs = 5 * second

/** Answers of the processes that were told something, each known by the server's number of its listening connection. */
export function createReplies(log: Log) {
  const waiting = new Map<string, (listener: number) => void>()
  return {
    note: (reply: string, listener: number): void => waiting.get(reply)?.(listener),
    /** Resolves once all of them have given this reply, or the time is up. */
    of: async (reply: string, listeners: readonly number[]): Promise<void> => {
      const missing = new Set(listeners)
      if (missing.size === 0) return
      const all = Promise.withResolvers<void>()
      waiting.set(reply, (listener) => {
        missing.delete(listener)
        if (missing.size === 0) all.resolve()
      })
      await Promise.race([all.promise, pause(longestWaitMs, undefined, { ref: false })])
      waiting.delete(reply)
      if (missing.size > 0) log.warn({ missing: missing.size }, 'a process did not reply in time')
    },
  }
}

/** Those of all processes on this database but one. */
export async function listListeners(handle: Sql, but: number): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = ${listenerName} AND pid <> ${but}`.execute(
    handle,
  )
  return rows.map(({ pid }) => pid)
}
