import { Type } from 'typebox'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { systemClock as clock } from '../../../service/core/time.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { createProcessLease, type ProcessLease } from '../../../service/db/process-lease.ts'
import { defineJob, handle, type JobRun, type NewJob } from '../../../service/queue/job.ts'
import { createQueue } from '../../../service/queue/queue.ts'
import { createWorker } from '../../../service/queue/worker.ts'
import { openTestDatabase } from '../../support/database.ts'

const log = createLog('silent')
const payload = Type.Object({ n: Type.Integer() })

let db: OpenedDb
let lease: ProcessLease
beforeAll(async () => {
  db = await openTestDatabase()
  lease = createProcessLease({ db, signals: db.signals, log })
  await lease.start()
})
afterAll(async () => {
  await lease.stop()
  await db.close()
})

const serial = defineJob({
  ...{ name: 'test.serial', lane: 'light', attempts: 3, isSerial: true },
  payload,
})

test('of a serial kind one of each organization runs at a time', async () => {
  const started: number[] = []
  const ends = new Map<number, () => void>()
  const hold = ({ payload: { n } }: JobRun<{ n: number }>) => {
    started.push(n)
    return new Promise<void>((resolve) => void ends.set(n, resolve))
  }
  const queue = createQueue({ clock })
  const handlers = [handle(serial, hold, () => Promise.resolve())]
  const worker = createWorker({ db, lease, signals: db.signals, queue, handlers, log, clock })
  await worker.start()
  onTestFinished(worker.stop)
  const addFor = (organizationId: string, n: number) =>
    db.transaction((tx) => queue.enqueue(tx, serial.of({ n }, undefined, { organizationId })))
  await addFor('one', 1)
  await addFor('one', 2)
  await addFor('other', 3)
  await expect.poll(() => started).toEqual([1, 3])
  ends.get(1)?.()
  await expect.poll(() => started).toEqual([1, 3, 2])
  for (const end of ends.values()) end()
  await worker.idle()
  expect(await db.sql.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('no process looks for work that is done elsewhere, or that what runs takes along', async () => {
  const elsewhere = defineJob({ name: 'test.elsewhere', payload, lane: 'light', attempts: 3 })
  const [queue, ended] = [createQueue({ clock }), Promise.withResolvers<void>()]
  const [hold, never] = [() => ended.promise, () => Promise.resolve()]
  let looks = 0
  const counted = Object.defineProperty({ ...db }, 'sql', {
    get: () => {
      looks += 1
      return db.sql
    },
  })
  const worker = createWorker({
    ...{ db: counted, lease, signals: db.signals, queue, log, clock },
    handlers: [handle(serial, hold, never), handle(elsewhere, never, never)],
    takes: [serial.name],
  })
  await worker.start()
  onTestFinished(worker.stop)
  const looksFor = async (job: NewJob): Promise<boolean> => {
    const before = looks
    await db.transaction((tx) => queue.enqueue(tx, job))
    return looks > before
  }
  expect(await looksFor(elsewhere.of({ n: 1 }))).toBe(false)
  expect(await looksFor(serial.of({ n: 2 }))).toBe(true)
  const running = () => db.sql.selectFrom('jobs').select('state').where('state', '=', 'running')
  await expect.poll(() => running().execute()).toHaveLength(1)
  expect(await looksFor(serial.of({ n: 3 }))).toBe(false)
  ended.resolve()
  await worker.idle()
  const left = await db.sql.selectFrom('jobs').select('name').execute()
  expect(left).toEqual([{ name: elsewhere.name }])
})
