import type { Client } from 'pg'
import type { Log } from '../core/log.ts'
import { second } from '../core/time.ts'
import type { Db, Ending } from './database.ts'

/** Choice: after the end of a leader another one follows within this time. */
const tryEveryMs = 10 * second

export type Leadership = Pick<Db, 'whileLeading'> & {
  /** Tries to lead by this connection, again and again, until it has ended. */
  follow: (client: Client) => void
  /** This process leads no more. */
  end: () => Promise<void>
}

/**
 * One process of those on a database leads: the one whose connection holds the advisory lock. Where the connection
 * breaks, PostgreSQL gives the lock to another one. For a moment two may lead, so that what a leader does must
 * bear being done twice.
 */
export function createLeadership(log: Log): Leadership {
  type Task = { begin: () => Ending; end: Ending | null }
  const tasks = new Set<Task>()
  let isLeading = false
  let timer: NodeJS.Timeout | undefined
  const stop = async (task: Task): Promise<void> => {
    const { end } = task
    task.end = null
    await end?.()
  }
  const tryToLead = async (client: Client): Promise<void> => {
    const { rows } = await client.query<{ is_leading: boolean }>(
      `SELECT pg_try_advisory_lock(hashtext('earshot.leader')) AS is_leading`,
    )
    if (rows[0]?.is_leading !== true) return wait(client)
    isLeading = true
    log.info('this process leads')
    for (const task of tasks) task.end = task.begin()
  }
  const wait = (client: Client): void => {
    timer = setTimeout(() => follow(client), tryEveryMs)
    timer.unref()
  }
  const follow = (client: Client): void => {
    // Who listens by it makes another one.
    tryToLead(client).catch((error: unknown) => {
      log.debug({ err: error }, 'not leading')
      client.end().catch(() => {})
    })
  }
  return {
    whileLeading: (begin) => {
      const task: Task = { begin, end: isLeading ? begin() : null }
      tasks.add(task)
      return async () => {
        tasks.delete(task)
        await stop(task)
      }
    },
    follow,
    end: async () => {
      clearTimeout(timer)
      isLeading = false
      await Promise.all([...tasks].map(stop))
    },
  }
}
