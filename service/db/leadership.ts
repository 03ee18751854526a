import { sql } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Signals } from '../core/signals.ts'
import type { Db, Ending, Sql } from './database.ts'
import type { ProcessLease } from './process-lease.ts'

/**
 * Whether this process still leads, asked before each step of what a leader does: one that stood still is told here,
 * before any timer or signal, that another one may lead by now. After `false` it is ended.
 */
export type Leads = () => boolean

/** Where there is one process, or in a test of what a leader does. */
export const always: Leads = () => true

export type Leadership = {
  /**
   * Runs what one process does for all: at once where there is only this one, otherwise while it leads. `begin`
   * answers how to end it; so does this.
   */
  whileLeading: (begin: (leads: Leads) => Ending) => Ending
  /** Leads where nobody does, now or once nobody does any more. After the lease. */
  start: () => Promise<void>
  /** Ends what was begun. Before the lease, whose end lets another one lead. */
  stop: () => Promise<void>
}

type LeadershipOptions = {
  db: Pick<Db, 'sql' | 'isShared'>
  lease: Pick<ProcessLease, 'id' | 'isHeld'>
  signals: Signals
  log: Log
}

type Task = { begin: (leads: Leads) => Ending; end: Ending | null }

/**
 * One process of those on a database leads: the one whose row among the processes says so, and as long as that row is
 * there (decision 0091). A statement that was sent in time may arrive late, so that what a leader does must bear being
 * done twice.
 */
export function createLeadership({ db, lease, signals, log }: LeadershipOptions): Leadership {
  const tasks = new Set<Task>()
  /** The id of the lease by which this process leads; it has another one once it was declared dead. */
  let ledAs: string | null = null
  let detach: (() => void)[] = []
  /** Tasks are not begun again before they have ended. */
  let changing: Promise<unknown> = Promise.resolve()

  const isLeading = (): boolean => ledAs === lease.id && lease.isHeld()
  const leads: Leads = () => {
    if (!isLeading()) void giveUp()
    return isLeading()
  }
  const begin = (task: Task): void => {
    task.end ??= task.begin(db.isShared ? leads : always)
  }
  const end = async (task: Task): Promise<void> => {
    const ending = task.end
    task.end = null
    await ending?.()
  }
  const endAll = async (): Promise<void> => {
    const ended = await Promise.allSettled([...tasks].map(end))
    for (const one of ended)
      if (one.status === 'rejected')
        log.error({ err: one.reason }, 'what a leader does did not end')
  }
  const giveUp = async (): Promise<void> => {
    if (ledAs === null) return
    ledAs = null
    log.info('this process leads no more')
    await (changing = changing.then(endAll))
  }
  const lead = async (): Promise<void> => {
    // What was renewed meanwhile says so of the same row.
    if (isLeading()) return
    const { id } = lease
    if (!(await takeLead(db.sql, id))) return
    await changing
    if (isLeading() || id !== lease.id || !lease.isHeld()) return
    ledAs = id
    log.info('this process leads')
    for (const task of tasks) begin(task)
  }
  const tryToLead = (): Promise<void> =>
    lead().catch((error: unknown) => log.debug({ err: error }, 'not leading'))
  return {
    whileLeading: (fn) => {
      const task: Task = { begin: fn, end: null }
      tasks.add(task)
      if (!db.isShared || isLeading()) begin(task)
      return async () => {
        tasks.delete(task)
        await end(task)
      }
    },
    start: async () => {
      if (!db.isShared) return
      detach = [signals.on('lease.renewed', tryToLead), signals.on('lease.lost', giveUp)]
      await tryToLead()
    },
    stop: async () => {
      for (const one of detach.splice(0)) one()
      await giveUp()
      await changing
    },
  }
}

/** False where another process leads. Of two that try at once, one is told of the other's row as a failure (23505). */
async function takeLead(handle: Sql, id: string): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('processes')
    .set({ is_leader: true })
    .where('id', '=', id)
    .where(
      sql<boolean>`(is_leader OR NOT EXISTS (SELECT FROM processes other WHERE other.is_leader))`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
