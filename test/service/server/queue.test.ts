import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Type } from 'typebox'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { systemClock as clock } from '../../../service/core/time.ts'
import type { Db, Tx } from '../../../service/db/database.ts'
import { createProcessLease, type ProcessLease } from '../../../service/db/process-lease.ts'
import { defineJob, handle, type JobRun, type NewJob } from '../../../service/queue/job.ts'
import { createQueue } from '../../../service/queue/queue.ts'
import { createWorker, type JobWorker } from '../../../service/queue/worker.ts'
import { gate, gatedJob, type Said } from '../../support/queue-process.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

const log = createLog('silent')
const payload = Type.Object({ n: Type.Integer() })
const engine = defineJob({ name: 'test.engine', payload, lane: 'engine', attempts: 3 })
const light = defineJob({ name: 'test.light', payload, lane: 'light', attempts: 3 })

type Run = JobRun<{ n: number }>
type Work = (run: Run) => Promise<void>
type Process = { db: Db; lease: ProcessLease; worker: JobWorker }

let url: string
let databases: Db[]
let processes: Process[] = []
let children: ChildProcess[] = []

beforeAll(async () => {
  ;({ url, databases } = await openSharedDatabase(4))
  await sql`CREATE TABLE results (n integer, pid integer)`.execute(first().sql)
})
beforeEach(() => sql`TRUNCATE jobs, results, processes`.execute(first().sql))
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const { worker, lease } of processes.splice(0)) {
    await worker.stop()
    await lease.stop()
  }
  processes = []
})
afterAll(async () => {
  for (const db of databases) await db.close()
})

function first(): Db {
  const [db] = databases
  if (!db) throw new Error('No database is open.')
  return db
}

/** A worker for each database handle, as in so many processes. */
async function start(work: Work, { count = 2, leaseMs = 60_000 } = {}): Promise<Process[]> {
  for (const db of databases.slice(0, count)) {
    const lease = createProcessLease({ db, signals: db.signals, log, leaseMs })
    await lease.start()
    const giveUp = () => Promise.resolve()
    const worker = createWorker({
      ...{ db, lease, log, clock, signals: db.signals },
      queue: createQueue({ clock }),
      handlers: [handle(engine, work, giveUp), handle(light, work, giveUp)],
    })
    await worker.start()
    processes.push({ db, lease, worker })
  }
  return processes
}

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

const queue = createQueue({ clock })
/** From a process that runs none of it. */
const onOther = <T>(fn: (tx: Tx) => Promise<T>): Promise<T> => {
  const [last] = databases.slice(-1)
  return last?.transaction(fn) ?? Promise.reject(new Error('No database is open.'))
}
const add = (...jobs: NewJob[]) =>
  onOther(async (tx) => {
    for (const job of jobs) await queue.enqueue(tx, job)
  })
const jobs = () => first().sql.selectFrom('jobs').selectAll().orderBy('id').execute()
const results = async () => {
  const { rows } = await sql<{
    n: number
    pid: number
  }>`SELECT n, pid FROM results ORDER BY n`.execute(first().sql)
  return rows
}
const keep = (db: Db, { payload: { n }, finish }: Run): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isOurs = await finish(tx)
    if (isOurs) await sql`INSERT INTO results (n) VALUES (${n})`.execute(tx)
    return isOurs
  })
const untilAborted = ({ signal }: Run) =>
  new Promise<never>((_resolve, reject) => {
    const fail = (): void => reject(new Error(String(signal.reason)))
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail)
  })

/** A job whose process is gone, as it was so many times before. */
async function leaveBehind(ends: number): Promise<void> {
  const { name, lane, attempts } = light
  await first()
    .sql.insertInto('jobs')
    .values({
      ...{ name, lane, payload: JSON.stringify({ n: ends }), key: null, worker: 'gone' },
      ...{ state: 'running', attempt: attempts, max_attempts: attempts, run: 1 },
      ...{ ends_of_process: ends, created_at: clock.now() },
    })
    .execute()
}

describe('several workers on one server', () => {
  it('count no end of a process as an attempt, but where it happens to a job again and again', async () => {
    const attempts: number[] = []
    for (const ends of [0, 6, 7]) await leaveBehind(ends)
    await start(async (run) => {
      attempts.push(run.attempt)
      await keep(first(), run)
    })
    await expect.poll(jobs).toEqual([])
    expect(attempts).toEqual([3, 3])
    expect((await results()).map(({ n }) => n)).toEqual([0, 6])
  })

  it('do each of 200 jobs once', async () => {
    const started: number[] = []
    await start(
      async (run) => {
        started.push(run.payload.n)
        await keep(first(), run)
      },
      { count: 4 },
    )
    await add(...Array.from({ length: 200 }, (_, n) => light.of({ n })))
    await expect.poll(jobs).toEqual([])
    expect(started.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n))
    expect((await results()).map(({ n }) => n)).toEqual(started.toSorted((a, b) => a - b))
  })

  it('run one each of a lane with one place', async () => {
    const release = Promise.withResolvers<void>()
    const started: number[] = []
    await start(async ({ payload: { n } }) => {
      started.push(n)
      await release.promise
    })
    await add(...[1, 2, 3].map((n) => engine.of({ n })))
    await expect.poll(() => started.length).toBe(2)
    expect(new Set((await jobs()).map(({ worker }) => worker)).size).toBe(3) // one waits
    release.resolve()
    await expect.poll(jobs).toEqual([])
    expect(started.toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  })

  it('stop what another one cancels, also where its signal was missed', async () => {
    const reasons: unknown[] = []
    await start(
      async (run) => {
        await untilAborted(run).catch(() => reasons.push(run.signal.reason))
        await keep(first(), run)
      },
      { count: 1, leaseMs: 1_000 },
    )
    const isRunning = async () => (await jobs()).map(({ state }) => state)
    await add(engine.of({ n: 1 }, 'con_1'))
    await expect.poll(isRunning).toEqual(['running'])
    await onOther((tx) => queue.cancel(tx, 'con_1'))
    await expect.poll(() => reasons).toEqual(['cancelled'])
    await add(engine.of({ n: 2 }, 'con_1'))
    await expect.poll(isRunning).toEqual(['running'])
    await first().sql.deleteFrom('jobs').execute()
    await expect.poll(() => reasons).toEqual(['cancelled', 'stopping'])
    expect(await results()).toEqual([])
  })

  it('all keep a pause, and go on', async () => {
    const reasons: unknown[] = []
    await start(async (run) => {
      if (run.payload.n < 2 && reasons.length < 2)
        await untilAborted(run).catch(() => reasons.push(run.signal.reason))
    })
    await add(engine.of({ n: 0 }), engine.of({ n: 1 }))
    await expect
      .poll(async () => (await jobs()).every(({ state }) => state === 'running'))
      .toBe(true)
    await onOther((tx) => queue.pause(tx))
    await expect.poll(() => reasons).toEqual(['stopping', 'stopping'])
    await expect
      .poll(async () => (await jobs()).map(({ state, attempt }) => [state, attempt]))
      .toEqual([
        ['waiting', 0],
        ['waiting', 0],
      ])
    await onOther((tx) => queue.resume(tx))
    await expect.poll(jobs).toEqual([])
  })

  it('let organizations take turns, those first for whom somebody waits', async () => {
    const order: number[] = []
    const jobOf = (n: number, organizationId: string, isFirst = false) =>
      engine.of({ n }, undefined, { organizationId, isFirst })
    await onOther((tx) => queue.pause(tx))
    await start(({ payload: { n } }) => Promise.resolve(void order.push(n)), { count: 1 })
    await add(
      ...[jobOf(1, 'org_1'), jobOf(2, 'org_1'), jobOf(3, 'org_1'), jobOf(4, 'org_1')],
      ...[jobOf(11, 'org_2'), jobOf(12, 'org_2'), jobOf(21, 'org_3'), jobOf(13, 'org_2', true)],
    )
    await onOther((tx) => queue.resume(tx))
    await expect.poll(jobs).toEqual([])
    expect(order).toEqual([13, 1, 21, 11, 2, 12, 3, 4])
  })

  it('leave to one process what only that may run, and it goes with it', async () => {
    const seen: string[] = []
    const [one, other] = await start(() => Promise.resolve(void seen.push('ran')), {
      leaseMs: 1_000,
    })
    const only = (onlyWorker: string) => light.of({ n: 1 }, undefined, { onlyWorker })
    await add(only('process that is gone'))
    await expect.poll(jobs).toEqual([])
    expect(seen).toEqual([])
    await one?.worker.stop()
    await add(only(one?.lease.id ?? ''))
    await other?.worker.idle()
    expect(await jobs()).toMatchObject([{ state: 'waiting' }])
    await one?.lease.stop()
    await expect.poll(jobs).toEqual([])
    expect(seen).toEqual([])
  })

  it('take from one that is declared dead; it stops, and what it writes late counts nothing', async () => {
    const runs: { run: Run; ended: boolean | null }[] = []
    const late = Promise.withResolvers<void>()
    await start(
      async (run) => {
        const entry: (typeof runs)[number] = { run, ended: null }
        runs.push(entry)
        if (runs.length === 1) await late.promise
        entry.ended = await keep(first(), run)
      },
      { leaseMs: 1_000 },
    )
    await add(engine.of({ n: 1 }))
    await expect.poll(() => runs.length).toBe(1)
    const [job] = await jobs()
    await sql`DELETE FROM processes WHERE id = ${job?.worker}`.execute(first().sql)
    await expect.poll(() => runs.length).toBe(2)
    await expect.poll(jobs).toEqual([])
    expect(runs[1]?.run.attempt).toBe(1)
    await expect.poll(() => runs[0]?.run.signal.reason).toBe('stopping')
    late.resolve()
    await expect.poll(() => runs.map(({ ended }) => ended)).toEqual([false, true])
    expect(await results()).toHaveLength(1)
    // It works on, by another name.
    const alive = await first().sql.selectFrom('processes').select('id').orderBy('id').execute()
    expect(alive).toEqual(processes.map(({ lease }) => ({ id: lease.id })).toSorted(byId))
    expect(alive).not.toContainEqual({ id: job?.worker })
  })
})

type Child = { child: ChildProcess; said: Said[] }

function startProcess(): Child {
  const file = path.join(import.meta.dirname, '../../support/queue-process.ts')
  const child = spawn(process.execPath, [file, url, '1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const said: Said[] = []
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => said.push(JSON.parse(line)))
  return { child, said }
}

/** Holds the gate, so that jobs are under way until it is opened. */
async function closeGate(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`SELECT pg_advisory_lock(${gate})`)
  return () => client.end()
}

const firstOf = (pair: readonly Child[]): Child | undefined =>
  pair.find(({ said }) => said.length > 0)

describe('of two processes', () => {
  it('one that is killed leaves its job to the other', async () => {
    const open = await closeGate()
    const pair = [startProcess(), startProcess()]
    await add(gatedJob.of({ n: 1 }))
    await expect.poll(() => firstOf(pair), { timeout: 30_000 }).toBeDefined()
    const dead = firstOf(pair)
    const other = pair.find((one) => one !== dead)
    dead?.child.kill('SIGKILL')
    await expect.poll(() => other?.said, { timeout: 30_000 }).toMatchObject([{ attempt: 1 }])
    await open()
    await expect.poll(results).toEqual([{ n: 1, pid: other?.child.pid }])
    await expect.poll(jobs).toEqual([])
  })

  it('one that stands still for longer than its lease writes nothing, and works again', async () => {
    const open = await closeGate()
    const pair = [startProcess(), startProcess()]
    await add(gatedJob.of({ n: 1 }))
    await expect.poll(() => firstOf(pair), { timeout: 30_000 }).toBeDefined()
    const still = firstOf(pair)
    const other = pair.find((one) => one !== still)
    still?.child.kill('SIGSTOP')
    await expect.poll(() => other?.said, { timeout: 30_000 }).toMatchObject([{ attempt: 1 }])
    await open()
    await expect.poll(results).toEqual([{ n: 1, pid: other?.child.pid }])
    still?.child.kill('SIGCONT')
    await expect
      .poll(() => still?.said)
      .toMatchObject([{ attempt: 1 }, { type: 'ended', attempt: 1, wrote: false }])
    if (other) {
      const gone = once(other.child, 'exit')
      other.child.kill('SIGKILL')
      await gone
    }
    await add(gatedJob.of({ n: 2 }))
    await expect.poll(results).toEqual([
      { n: 1, pid: other?.child.pid },
      { n: 2, pid: still?.child.pid },
    ])
  })
})
