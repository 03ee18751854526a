import { setTimeout as pause } from 'node:timers/promises'
import { Type } from 'typebox'
import { sql } from 'kysely'
import { createLog } from '../../service/core/log.ts'
import { systemClock as clock } from '../../service/core/time.ts'
import type { Db } from '../../service/db/database.ts'
import { migrate } from '../../service/db/migrate.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { createProcessLease } from '../../service/db/process-lease.ts'
import { atEnd } from '../../service/queue/job-writes.ts'
import { defineJob, handle, type JobRun } from '../../service/queue/job.ts'
import { createQueue } from '../../service/queue/queue.ts'
import { createWorker } from '../../service/queue/worker.ts'
import { postgresFolder, startPostgres } from '../support/postgres.ts'
import { add, addLimit, median, printRows, say } from './report.ts'

const payload = Type.Object({ n: Type.Integer() })
const engine = defineJob({ name: 'bench.engine', payload, lane: 'engine', attempts: 3 })
const log = createLog('silent')
const ms = (value: number) => `${value.toFixed(2)} ms`

/** What the scripted engine takes for a job. */
const workMs = 100
const jobsOfOne = 50

/**
 * The queue on a PostgreSQL server that flushes its commits: what it takes per job from the look for it to the
 * commit of its outcome, how soon one starts that is queued, and how eight workers divide work that waits.
 */
export async function benchQueue(): Promise<void> {
  const server = await startPostgres(postgresFolder(), { isDurable: true })
  try {
    const db = await open(server.url())
    await migrate(db)
    await sql`CREATE TABLE results (n integer, at timestamptz NOT NULL DEFAULT clock_timestamp())`.execute(
      db.sql,
    )
    await db.close()
    addLimit('queue: per job, one after the other', await overhead(server.url()), 5, ms)
    add('queue: from the commit to the start, median', ms(await delay(server.url())))
    const one = await rate(server.url(), 1)
    const eight = await rate(server.url(), 8)
    say(`queue: ${one.toFixed(1)} jobs a second with one worker, ${eight.toFixed(1)} with eight`)
    addLimit(
      'queue: of eight workers, lost',
      1 - eight / one / 8,
      1 / 8,
      (share) => `${(share * 100).toFixed(1)} %`,
    )
  } finally {
    await server.stop()
  }
}

const open = (url: string): Promise<Db> => openServerDatabase({ url, connections: 5, log })

type Work = (run: JobRun<{ n: number }>) => Promise<void>

/** As many processes as there are handlers, on connections of their own. */
async function withWorkers<T>(
  url: string,
  { count, work }: { count: number; work: Work },
  fn: (enqueue: (...numbers: number[]) => Promise<void>, db: Db) => Promise<T>,
): Promise<T> {
  const ends: (() => Promise<unknown>)[] = []
  for (let at = 0; at < count; at += 1) {
    const db = await open(url)
    const lease = createProcessLease({ db, signals: db.signals, log })
    await lease.start()
    const handler = handle(
      engine,
      async (run) => {
        await work(run)
        await atEnd(db, run, (tx) =>
          sql`INSERT INTO results (n) VALUES (${run.payload.n})`.execute(tx),
        )
      },
      () => Promise.reject(new Error('never given up')),
    )
    const worker = createWorker({
      ...{ db, lease, log, clock, signals: db.signals },
      queue: createQueue({ clock }),
      handlers: [handler],
    })
    await worker.start()
    ends.push(worker.stop, lease.stop, db.close)
  }
  const db = await open(url)
  const queue = createQueue({ clock })
  try {
    return await fn(
      (...numbers) =>
        db.transaction(async (tx) => {
          for (const n of numbers) await queue.enqueue(tx, engine.of({ n }))
        }),
      db,
    )
  } finally {
    for (const end of ends) await end()
    await db.close()
  }
}

const count = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM results`.execute(db.sql)
  return rows[0]?.n ?? 0
}

async function untilDone(db: Db, wanted: number): Promise<void> {
  while ((await count(db)) < wanted) await pause(20)
}

async function spanOf(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    SELECT extract(epoch FROM max(at) - min(at))::float8 * 1000 AS ms FROM results`.execute(db.sql)
  return rows[0]?.ms ?? Number.NaN
}

const clear = (db: Db) => sql`TRUNCATE results`.execute(db.sql)
const numbers = (length: number) => Array.from({ length }, (_, n) => n)

/** With nothing to do in it, a job takes what the queue takes. */
const overhead = (url: string): Promise<number> =>
  withWorkers(url, { count: 1, work: () => Promise.resolve() }, async (enqueue, db) => {
    await clear(db)
    await enqueue(...numbers(1_000))
    await untilDone(db, 1_000)
    return (await spanOf(db)) / 999
  })

async function delay(url: string): Promise<number> {
  let startedAt = 0
  const work = async (): Promise<void> => void (startedAt = performance.now())
  return withWorkers(url, { count: 1, work }, async (enqueue, db) => {
    const delays: number[] = []
    for (const n of numbers(50)) {
      await clear(db)
      await enqueue(n)
      const committedAt = performance.now()
      await untilDone(db, 1)
      delays.push(Math.max(0, startedAt - committedAt))
    }
    return median(delays)
  })
}

/** Jobs a second while the scripted engine of every worker is busy. */
const rate = (url: string, workers: number): Promise<number> =>
  withWorkers(url, { count: workers, work: () => pause(workMs) }, async (enqueue, db) => {
    await clear(db)
    const total = workers * jobsOfOne
    await enqueue(...numbers(total))
    await untilDone(db, total)
    return ((total - workers) * 1_000) / (await spanOf(db))
  })

if (import.meta.main) {
  await benchQueue()
  printRows()
}
