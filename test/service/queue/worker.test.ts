import { Type } from 'typebox'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { systemClock } from '../../../service/core/time.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { createProcessLease, type ProcessLease } from '../../../service/db/process-lease.ts'
import { defineJob, handle, type JobHandler, type JobRun } from '../../../service/queue/job.ts'
import { createQueue } from '../../../service/queue/queue.ts'
import { createWorker, type JobWorker } from '../../../service/queue/worker.ts'
import { createFakeClock } from '../../support/clock.ts'
import { openTestDatabase } from '../../support/database.ts'

const log = createLog('silent')
const clock = systemClock
const payload = Type.Object({ n: Type.Integer() })
const heavy = defineJob({ name: 'test.heavy', payload, lane: 'engine', attempts: 3 })
const light = defineJob({ name: 'test.light', payload, lane: 'light', attempts: 3 })

let db: OpenedDb
let workers: JobWorker[] = []
const leases: ProcessLease[] = []
beforeAll(async () => {
  db = await openTestDatabase()
  await sql`create table results (n integer)`.execute(db.sql)
})
beforeEach(() => sql`truncate jobs, results`.execute(db.sql))
afterEach(async () => {
  for (const worker of workers) await worker.stop()
  workers = []
})
afterAll(async () => {
  for (const lease of leases) await lease.stop()
  await db.close()
})

type Run = JobRun<{ n: number }>
const doNothing = () => Promise.resolve()
const onHeavy = (
  run: (job: Run) => Promise<void>,
  giveUp = doNothing as (p: { n: number }) => Promise<void>,
) => handle(heavy, run, giveUp)
const onLight = (
  run: (job: Run) => Promise<void>,
  giveUp = doNothing as (p: { n: number }) => Promise<void>,
) => handle(light, run, giveUp)

/** As a start of the service does: what the one before began has nobody any more. */
async function startLease() {
  for (const one of leases.splice(0)) await one.stop()
  const lease = createProcessLease({ db, signals: db.signals, log })
  await lease.start()
  leases.push(lease)
  return lease
}

/** A queue and a started worker, as after a start of the service. */
async function start(...handlers: JobHandler[]) {
  const queue = createQueue({ clock })
  const lease = await startLease()
  const worker = createWorker({ db, lease, signals: db.signals, queue, handlers, log, clock })
  await worker.start()
  workers.push(worker)
  const add = (job: Parameters<typeof queue.enqueue>[1]) =>
    db.transaction((tx) => queue.enqueue(tx, job))
  const cancel = (key: string) => db.transaction((tx) => queue.cancel(tx, key))
  return { queue, worker, add, cancel }
}

/** What a process leaves that was killed `starts` times while the job ran. */
async function leaveRunning(definition: typeof heavy, n: number, starts: number): Promise<void> {
  await db.sql
    .insertInto('jobs')
    .values({
      name: definition.name,
      lane: definition.lane,
      payload: JSON.stringify({ n }),
      key: null,
      state: 'running',
      attempt: starts,
      run: starts,
      max_attempts: definition.attempts,
      // On a server, too, its next end counts (test/service/server/queue.test.ts).
      ends_of_process: 100,
      created_at: clock.now(),
    })
    .execute()
}

const jobs = () => db.sql.selectFrom('jobs').selectAll().orderBy('id').execute()
const result = async (n: number, to: OpenedDb['sql'] = db.sql) => {
  await sql`insert into results values (${n})`.execute(to)
}
const results = async () =>
  (await sql<{ n: number }>`select n from results`.execute(db.sql)).rows.map(({ n }) => n)

/** Ends when the signal aborts, with the error that handlers throw then. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(String(signal.reason))))
  })

test('a job runs after its transaction committed, with its payload, and is gone', async () => {
  const seen: unknown[] = []
  const { queue, worker } = await start(
    onLight(async ({ payload: { n }, attempt }) => void seen.push([n, attempt, await results()])),
  )
  await db.transaction(async (tx) => {
    await queue.enqueue(tx, light.of({ n: 7 }))
    await result(1, tx)
  })
  await worker.idle()
  // The data of the same transaction was there when the job started.
  expect(seen).toEqual([[7, 1, [1]]])
  expect(await jobs()).toEqual([])
})

test('jobs taken along end once the job has finished, and are tried by themselves where it fails', async () => {
  const seen: number[][] = []
  const take = async ({ payload: { n }, takeAlong, finish }: Run): Promise<void> => {
    const along = await takeAlong(3)
    const numbers = [n, ...along.map(({ payload: other }) => other.n)]
    seen.push(numbers)
    if (numbers.length > 1 && numbers.includes(3)) throw new Error('not these')
    await db.transaction(async (tx) => {
      if (await finish(tx)) for (const one of numbers) await result(one, tx)
    })
  }
  const queue = createQueue({ clock })
  await db.transaction(async (tx) => {
    for (const n of [1, 2, 3, 4, 5, 6]) await queue.enqueue(tx, light.of({ n }))
  })
  const lease = await startLease()
  const handlers = [onLight(take)]
  const slots = { engine: 1, analyser: 1, light: 1 }
  const worker = createWorker({
    db,
    lease,
    signals: db.signals,
    queue,
    handlers,
    log,
    clock,
    slots,
  })
  workers.push(worker)
  await worker.start()
  await worker.idle()
  expect(seen[0]?.toSorted()).toEqual([1, 2, 3, 4])
  expect((await results()).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  expect(await jobs()).toEqual([])
})

test('jobs taken along by a run that no longer counts wait again', async () => {
  const queue = createQueue({ clock })
  await db.transaction(async (tx) => {
    for (const n of [1, 2]) await queue.enqueue(tx, light.of({ n }))
  })
  let runs = 0
  const lose = async ({ payload: { n }, takeAlong, finish }: Run): Promise<void> => {
    const along = await takeAlong(3)
    runs += 1
    // Another has taken the job over meanwhile, and ended it.
    if (runs === 1)
      await db.sql
        .deleteFrom('jobs')
        .where('attempt', '=', 1)
        .where(sql`payload ->> 'n'`, '=', '1')
        .execute()
    await db.transaction(async (tx) => {
      if (await finish(tx))
        for (const one of [n, ...along.map(({ payload: other }) => other.n)]) await result(one, tx)
    })
  }
  const lease = await startLease()
  const worker = createWorker({
    db,
    lease,
    signals: db.signals,
    queue,
    handlers: [onLight(lose)],
    log,
    clock,
  })
  workers.push(worker)
  await worker.start()
  await worker.idle()
  expect(await results()).toEqual([2])
  expect(await jobs()).toEqual([])
})

test('a rolled back transaction leaves no job', async () => {
  const seen: number[] = []
  const { queue, worker } = await start(
    onLight(({ payload: { n } }) => Promise.resolve(void seen.push(n))),
  )
  const failed = db.transaction(async (tx) => {
    await queue.enqueue(tx, light.of({ n: 1 }))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  await worker.idle()
  expect(seen).toEqual([])
})

test('the engine lane runs one at a time in order, the light lane up to four', async () => {
  let most = { engine: 0, light: 0 }
  const now = { engine: 0, light: 0 }
  const order: number[] = []
  const work = (lane: 'engine' | 'light') => async (job: Run) => {
    now[lane] += 1
    most = { ...most, [lane]: Math.max(most[lane], now[lane]) }
    // Long enough for all others to be fetched meanwhile.
    for (let turn = 0; turn < 20; turn += 1) await sql`select 1`.execute(db.sql)
    if (lane === 'engine') order.push(job.payload.n)
    now[lane] -= 1
  }
  const { queue, worker } = await start(onHeavy(work('engine')), onLight(work('light')))
  await db.transaction(async (tx) => {
    for (let n = 0; n < 6; n += 1) {
      await queue.enqueue(tx, heavy.of({ n }))
      await queue.enqueue(tx, light.of({ n }))
    }
  })
  await worker.idle()
  expect(most).toEqual({ engine: 1, light: 4 })
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
})

test('a job that throws is tried again until its attempts are spent, then given up once', async () => {
  const attempts: number[] = []
  const givenUp: unknown[] = []
  const { worker, add } = await start(
    onLight(
      ({ attempt }) => {
        attempts.push(attempt)
        return Promise.reject(new Error('no'))
      },
      (of) => Promise.resolve(void givenUp.push(of)),
    ),
  )
  await add(light.of({ n: 1 }))
  await worker.idle()
  expect(attempts).toEqual([1, 2, 3])
  expect(givenUp).toEqual([{ n: 1 }])
  expect(await jobs()).toEqual([])
})

test('a start puts back what was running when the process died, within two seconds', async () => {
  await leaveRunning(heavy, 5, 1)
  const seen: number[] = []
  const begin = performance.now()
  const { worker } = await start(onHeavy(({ attempt }) => Promise.resolve(void seen.push(attempt))))
  await worker.idle()
  expect(performance.now() - begin).toBeLessThan(2_000)
  expect(seen).toEqual([2])
})

test('a job that took its process down as often as it may is given up, and the next runs', async () => {
  await leaveRunning(heavy, 1, 3)
  const seen: unknown[] = []
  const { worker, add } = await start(
    onHeavy(
      ({ payload: { n } }) => Promise.resolve(void seen.push(['ran', n])),
      ({ n }) => Promise.resolve(void seen.push(['given up', n])),
    ),
  )
  await add(heavy.of({ n: 2 }))
  await worker.idle()
  expect(seen).toEqual([
    ['given up', 1],
    ['ran', 2],
  ])
})

test('cancelling removes what waits and aborts what runs; its late result writes nothing', async () => {
  const started = Promise.withResolvers<void>()
  const reasons: unknown[] = []
  const { worker, add, cancel } = await start(
    onHeavy(async ({ payload: { n }, signal, isCurrent }) => {
      started.resolve()
      await untilAborted(signal).catch(() => {})
      reasons.push(signal.reason)
      await db.transaction(async (tx) => {
        if (await isCurrent(tx)) await result(n, tx)
      })
    }),
  )
  await add(heavy.of({ n: 1 }, 'con_1'))
  await add(heavy.of({ n: 2 }, 'con_1'))
  await started.promise
  await cancel('con_other')
  expect(reasons).toEqual([])
  await cancel('con_1')
  await worker.idle()
  expect(reasons).toEqual(['cancelled'])
  expect(await results()).toEqual([])
  expect(await jobs()).toEqual([])
})

test('cancelling and queueing anew in one transaction runs only the new job', async () => {
  const started = Promise.withResolvers<void>()
  const { queue, worker, add } = await start(
    onHeavy(async ({ payload: { n }, signal }) => {
      started.resolve()
      if (n === 1) await untilAborted(signal)
      await result(n)
    }),
  )
  await add(heavy.of({ n: 1 }, 'con_1'))
  await started.promise
  await db.transaction(async (tx) => {
    await queue.cancel(tx, 'con_1')
    await queue.enqueue(tx, heavy.of({ n: 2 }, 'con_1'))
  })
  await worker.idle()
  expect(await results()).toEqual([2])
})

test('a stop hands running jobs back without spending their attempt', async () => {
  const started = Promise.withResolvers<void>()
  const first = await start(
    onHeavy(async ({ signal }) => {
      started.resolve()
      await untilAborted(signal)
    }),
  )
  await first.add(heavy.of({ n: 1 }))
  await started.promise
  await first.worker.stop()
  expect(await jobs()).toMatchObject([{ state: 'waiting', attempt: 0 }])

  const seen: number[] = []
  const second = await start(onHeavy(({ attempt }) => Promise.resolve(void seen.push(attempt))))
  await second.worker.idle()
  expect(seen).toEqual([1])
})

test('a handler that will not end does not hold up the stop, and its late result is void', async () => {
  const started = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const late = Promise.withResolvers<boolean>()
  const { worker, add } = await start(
    onHeavy(async ({ isCurrent }) => {
      started.resolve()
      await letGo.promise
      late.resolve(await db.transaction((tx) => isCurrent(tx)))
    }),
  )
  await add(heavy.of({ n: 1 }))
  await started.promise
  const begin = performance.now()
  await worker.stop()
  expect(performance.now() - begin).toBeLessThan(5_000)
  letGo.resolve()
  expect(await late.promise).toBe(false)
  expect(await jobs()).toMatchObject([{ state: 'waiting', attempt: 0 }])
})

test('a superseded run is never current, even with the same attempt number', async () => {
  const runs: Run[] = []
  const started = Promise.withResolvers<void>()
  const first = await start(
    onHeavy(async (job) => {
      runs.push(job)
      started.resolve()
      await untilAborted(job.signal)
    }),
  )
  await first.add(heavy.of({ n: 1 }))
  await started.promise
  await first.worker.stop()
  const current: boolean[] = []
  const second = await start(
    onHeavy((job) =>
      db.transaction(async (tx) => {
        current.push((await runs[0]?.isCurrent(tx)) ?? true, await job.isCurrent(tx))
      }),
    ),
  )
  await second.worker.idle()
  expect(current).toEqual([false, true])
})

test('a job finished in its own transaction does not run again after a crash', async () => {
  const { worker, add } = await start(
    onLight(async ({ payload: { n }, finish }) => {
      await db.transaction(async (tx) => {
        if (await finish(tx)) await result(n, tx)
      })
      // As after a kill at this place: what runJob would do next fails.
      throw new Error('killed')
    }),
  )
  await add(light.of({ n: 1 }))
  await worker.idle()
  expect(await results()).toEqual([1])
  expect(await jobs()).toEqual([])
})

test('a clock that jumps a day loses no job and runs none twice', async () => {
  let jump = 0
  const queue = createQueue({ clock: { ...clock, now: () => new Date(Date.now() + jump) } })
  const worker = createWorker({
    db,
    lease: await startLease(),
    signals: db.signals,
    queue,
    handlers: [onLight(({ payload: { n } }) => result(n))],
    log,
    clock,
  })
  for (const [n, ms] of [0, 86_400_000, -86_400_000].entries()) {
    jump = ms
    await db.transaction((tx) => queue.enqueue(tx, light.of({ n })))
  }
  await worker.start()
  workers.push(worker)
  await worker.idle()
  expect((await results()).toSorted()).toEqual([0, 1, 2])
})

test('a wrong payload is refused where it is queued', async () => {
  const { add } = await start(onLight(doNothing))
  await expect(add(light.of({ n: 'one' as never }))).rejects.toThrow('test.light')
  expect(await jobs()).toEqual([])
})

test('doubled and missing handlers are refused', async () => {
  const queue = createQueue({ clock })
  const twice = {
    db,
    lease: { id: 'nobody' },
    signals: db.signals,
    queue,
    handlers: [onLight(doNothing), onLight(doNothing)],
    log,
    clock,
  }
  expect(() => createWorker(twice)).toThrow('Two handlers')

  const { add, worker } = await start(onLight(doNothing))
  await expect(add(heavy.of({ n: 1 }))).rejects.toThrow('No handler')
  await worker.stop()

  // Stored by an earlier version of the service, say.
  await db.transaction((tx) => queue.enqueue(tx, heavy.of({ n: 1 })))
  // On a server a newer version beside this one may have stored it.
  if (!db.isShared) return expect(start(onLight(doNothing))).rejects.toThrow('test.heavy')
  await (await start(onLight(doNothing))).worker.idle()
  expect(await jobs()).toMatchObject([{ name: 'test.heavy', state: 'waiting' }])
})

test('a job whose attempts are to be spaced waits, also over a restart, and is then given up', async () => {
  const time = createFakeClock()
  const retryAfterMs = (attempt: number) => attempt * 60_000
  const mail = defineJob({ name: 'test.mail', payload, lane: 'light', attempts: 3, retryAfterMs })
  const seen: string[] = []
  const handler = handle(
    mail,
    async ({ attempt }) => {
      seen.push(`try ${attempt}`)
      throw new Error('not now')
    },
    async () => void seen.push('given up'),
  )
  const open = async () => {
    const queue = createQueue({ clock: time })
    const worker = createWorker({
      db,
      lease: await startLease(),
      signals: db.signals,
      queue,
      handlers: [handler],
      log,
      clock: time,
    })
    await worker.start()
    workers.push(worker)
    return { queue, worker }
  }
  const first = await open()
  await db.transaction((tx) => first.queue.enqueue(tx, mail.of({ n: 1 })))
  await first.worker.idle()
  time.advance(59_999)
  await first.worker.idle()
  expect(seen).toEqual(['try 1'])
  time.advance(1)
  await first.worker.idle()
  expect(seen).toEqual(['try 1', 'try 2'])
  await first.worker.stop()
  const second = await open()
  await second.worker.idle()
  expect(seen).toHaveLength(2)
  time.advance(120_000)
  await second.worker.idle()
  expect(seen).toEqual(['try 1', 'try 2', 'try 3', 'given up'])
  expect(await jobs()).toEqual([])
})
