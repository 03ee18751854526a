/** A process that works on a queue until it is killed: its first argument is the database, its second the lease in ms. */
import { Type } from 'typebox'
import { sql } from 'kysely'
import { createLog } from '../../service/core/log.ts'
import { systemClock as clock } from '../../service/core/time.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { createProcessLease } from '../../service/db/process-lease.ts'
import { defineJob, handle } from '../../service/queue/job.ts'
import { createQueue } from '../../service/queue/queue.ts'
import { createWorker } from '../../service/queue/worker.ts'

/** What it runs: a job that takes until nobody holds the gate any more. */
export const gatedJob = defineJob({
  name: 'test.gated',
  payload: Type.Object({ n: Type.Integer() }),
  lane: 'engine',
  attempts: 3,
})

/** An advisory lock, which the test holds. */
export const gate = 4_777

export type Said = { type: 'started' | 'ended'; n: number; attempt: number; wrote?: boolean }

if (import.meta.main) {
  const [url = '', leaseMs] = process.argv.slice(2)
  const log = createLog('silent')
  const db = await openServerDatabase({ url, connections: 5, log })
  const lease = createProcessLease({ db, signals: db.signals, log, leaseMs: Number(leaseMs) })
  await lease.start()
  const say = (said: Said): void => void process.stdout.write(`${JSON.stringify(said)}\n`)
  const gated = handle(
    gatedJob,
    async ({ payload: { n }, attempt, finish }) => {
      say({ type: 'started', n, attempt })
      await db.transaction((tx) => sql`SELECT pg_advisory_xact_lock_shared(${gate})`.execute(tx))
      // Whatever the signal says: this one is to come too late.
      const wrote = await db.transaction(async (tx) => {
        const isOurs = await finish(tx)
        if (isOurs)
          await sql`INSERT INTO results (n, pid) VALUES (${n}, ${process.pid})`.execute(tx)
        return isOurs
      })
      say({ type: 'ended', n, attempt, wrote })
    },
    () => Promise.reject(new Error('never given up')),
  )
  const worker = createWorker({
    ...{ db, lease, log, clock, signals: db.signals },
    queue: createQueue({ clock }),
    handlers: [gated],
  })
  await worker.start()
}
