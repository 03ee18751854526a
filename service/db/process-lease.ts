import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Log } from '../core/log.ts'
import type { Signals } from '../core/signals.ts'
import { second } from '../core/time.ts'
import type { Db, Sql } from './database.ts'

/** Choice: work of a process that dies is taken up within so long, and a pause of the whole machine is survived. */
const defaultLeaseMs = 30 * second
/** Choice: a signal that was missed costs so long, and no more than a few statements each time. */
const longestBeatMs = 5 * second

export type ProcessLease = {
  /** Names this process in the rows of what it has begun; another one once it was declared dead. */
  readonly id: string
  /** False once others may have declared this one dead, even before it has noticed; without a server never asked. */
  isHeld: () => boolean
  start: () => Promise<void>
  /** What is still its own is free for others. */
  stop: () => Promise<void>
}

type LeaseOptions = {
  db: Pick<Db, 'sql' | 'isShared'>
  signals: Signals
  log: Log
  leaseMs?: number
}

/**
 * Says to the other processes on the database that this one is alive: what it has begun is its own while its row is
 * there. It goes by the database's clock, so that clocks that differ between machines matter nothing, and renews by
 * a timer of its own, as nothing that a test does to the injected clock reaches the database. After each renewal
 * it emits `lease.renewed`; where others may have taken up what it runs, `lease.lost`.
 */
export function createProcessLease(options: LeaseOptions): ProcessLease {
  const { db, signals, log, leaseMs = defaultLeaseMs } = options
  let id = randomUUID()
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> | null = null
  let renewedAt = 0
  let isLost = false

  const isOverdue = (): boolean => performance.now() - renewedAt > leaseMs
  const lose = (): void => {
    if (isLost) return
    isLost = true
    log.warn('this process was cut off; what it ran is left to others')
    void signals.emit('lease.lost')
  }
  const renew = async (): Promise<void> => {
    const startedAt = performance.now()
    // After a time without the database, all are late: nobody is declared dead before having had the chance to renew.
    const wasLate = isOverdue()
    const isKept = await updateLease(db.sql, id, leaseMs)
    if (!isKept) {
      const next = randomUUID()
      await insertProcess(db.sql, next, leaseMs)
      id = next
      lose()
    } else if (!wasLate) await deleteExpired(db.sql)
    renewedAt = startedAt
    isLost = false
    void signals.emit('lease.renewed')
  }
  const beat = (): void => {
    if (isOverdue()) lose()
    // One that hangs in a broken connection is waited for.
    beating ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, 'the lease could not be renewed'))
      .finally(() => (beating = null))
  }
  return {
    get id() {
      return id
    },
    isHeld: () => !isLost && !isOverdue(),
    start: async () => {
      if (!db.isShared) return becomeOnly(db.sql, id)
      await insertProcess(db.sql, id, leaseMs)
      renewedAt = performance.now()
      timer = setInterval(beat, Math.min(leaseMs / 3, longestBeatMs)).unref()
    },
    stop: async () => {
      clearInterval(timer)
      await beating
      if (timer === undefined) return
      await deleteProcess(db.sql, id).catch((error: unknown) =>
        log.debug({ err: error }, 'the lease runs out by itself'),
      )
    },
  }
}

/** Whether the process named by a column does not live, or none is named. */
export const hasNoProcess = (column: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`NOT EXISTS (SELECT FROM processes WHERE processes.id = ${sql.ref(column)})`

/** Without a server there is one process at a time: whoever is on the list is dead. */
async function becomeOnly(handle: Sql, id: string): Promise<void> {
  await sql`WITH dead AS (DELETE FROM processes)
    INSERT INTO processes (id, lease_until) VALUES (${id}, 'infinity')`.execute(handle)
}

const until = (leaseMs: number) => sql<Date>`now() + ${leaseMs}::double precision * INTERVAL '1 ms'`

async function insertProcess(handle: Sql, id: string, leaseMs: number): Promise<void> {
  await handle
    .insertInto('processes')
    .values({ id, lease_until: until(leaseMs) })
    .execute()
}

/** False where another process has declared this one dead. */
async function updateLease(handle: Sql, id: string, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await handle
    .updateTable('processes')
    .set({ lease_until: until(leaseMs) })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How many live; the rows of those that ended without a word are removed. */
export async function countProcesses(handle: Sql): Promise<number> {
  await deleteExpired(handle)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM processes`.execute(handle)
  return rows[0]?.count ?? 0
}

async function deleteExpired(handle: Sql): Promise<void> {
  await handle
    .deleteFrom('processes')
    .where('lease_until', '<=', sql<Date>`now()`)
    .execute()
}

async function deleteProcess(handle: Sql, id: string): Promise<void> {
  await handle.deleteFrom('processes').where('id', '=', id).execute()
}
