import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { createLog } from '../../service/core/log.ts'
import { systemClock as clock } from '../../service/core/time.ts'
import { type OpenedDb, openDatabase } from '../../service/db/open-database.ts'
import { migrate } from '../../service/db/migrate.ts'
import { takeOwnership, type Ownership } from '../../service/db/owner-lock.ts'
import { defineJob, handle } from '../../service/queue/job.ts'
import { createQueue } from '../../service/queue/queue.ts'
import { createProcessLease } from '../../service/db/process-lease.ts'
import { createWorker } from '../../service/queue/worker.ts'
import { testKeys } from './library-keys.ts'

/**
 * A process for tests that race or kill owners of a data folder: told by lines on stdin what to do
 * with the folder named by its argument, it answers with lines of JSON. A second argument says that the
 * database is encrypted.
 */
const dataDir = process.argv[2] ?? ''
const keys = process.argv[3] === 'encrypted' ? { keys: testKeys } : {}
const log = createLog('silent')
let db: OpenedDb | undefined
let owner: Ownership | undefined

const say = (fact: object): void => void process.stdout.write(`${JSON.stringify(fact)}\n`)

/** Copies a number from `written` to `done`. */
const copyJob = defineJob({
  name: 'test.copy',
  payload: Type.Object({ n: Type.Integer() }),
  lane: 'engine',
  // Every kill may spend one.
  attempts: 1_000,
})

async function open(): Promise<void> {
  const start = performance.now()
  try {
    db = await openDatabase({ dataDir, log, ...keys })
    say({ type: 'opened', ms: performance.now() - start })
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    say({ type: 'refused', name, message, ms: performance.now() - start })
  }
}

async function startWork(opened: OpenedDb) {
  await migrate(opened)
  await sql`create table if not exists written (n integer primary key)`.execute(opened.sql)
  await sql`create table if not exists done (n integer primary key)`.execute(opened.sql)
  const queue = createQueue({ clock })
  const copy = handle(
    copyJob,
    async ({ payload: { n }, finish }) => {
      await opened.transaction(async (tx) => {
        if (await finish(tx)) await sql`insert into done values (${n})`.execute(tx)
      })
    },
    () => Promise.reject(new Error('never given up')),
  )
  const lease = createProcessLease({ db: opened, signals: opened.signals, log })
  await lease.start()
  const worker = createWorker({
    db: opened,
    lease,
    signals: opened.signals,
    queue,
    handlers: [copy],
    log,
    clock,
  })
  await worker.start()
  return { queue, worker }
}

/** Commits number after number, each with its job, and says those acknowledged, until killed. */
async function write(): Promise<void> {
  if (!db) throw new Error('not open')
  const { queue } = await startWork(db)
  const { rows } = await sql<{ n: number }>`
    select coalesce(max(n), 0) as n from written`.execute(db.sql)
  let n = rows[0]?.n ?? 0
  say({ type: 'found', n })
  for (;;) {
    n += 1
    const row = { n }
    await db.transaction(async (tx) => {
      await sql`insert into written values (${row.n})`.execute(tx)
      await queue.enqueue(tx, copyJob.of(row))
    })
    say({ type: 'acknowledged', n })
  }
}

/** Ends the work that is left, and counts. */
async function finishWork(): Promise<void> {
  if (!db) throw new Error('not open')
  const { worker } = await startWork(db)
  await worker.idle()
  const { rows } = await sql`
    select (select count(*) from written) as written, (select max(n) from written) as highest,
      (select count(*) from done) as done, (select count(*) from jobs) as jobs`.execute(db.sql)
  say({ type: 'counted', ...(rows[0] as object) })
  await worker.stop()
}

/** Takes the folder without opening the database: quick enough for many races. */
async function lock(): Promise<void> {
  try {
    owner = await takeOwnership(dataDir)
    say({ type: 'opened' })
  } catch (error) {
    say({ type: 'refused', name: error instanceof Error ? error.name : String(error) })
  }
}

async function close(): Promise<void> {
  await db?.close()
  await owner?.release()
  db = undefined
  owner = undefined
  say({ type: 'closed' })
}

const commands: Record<string, () => Promise<void>> = {
  open,
  lock,
  write,
  finish: finishWork,
  close,
}
say({ type: 'ready' })
for await (const line of createInterface({ input: process.stdin })) await commands[line]?.()
await db?.close()
