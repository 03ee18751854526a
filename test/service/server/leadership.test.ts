// One of the processes on a database leads, and no longer than the others take it for alive (decision 0091).
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { minute } from '../../../service/core/time.ts'
import type { Db } from '../../../service/db/database.ts'
import { createLeadership, type Leadership, type Leads } from '../../../service/db/leadership.ts'
import { createProcessLease } from '../../../service/db/process-lease.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

const log = createLog('silent')
/** What the others need to find out that one is gone. */
const shortMs = 300

let one: Db
let other: Db
let ends: (() => Promise<void>)[] = []
let led: string[] = []

beforeEach(async () => {
  const [first, second] = (await openSharedDatabase(2)).databases
  if (!first || !second) throw new Error('There are no two.')
  ;[one, other] = [first, second]
  led = []
})
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
  await Promise.all([one.close(), other.close()])
})

const lead = (leadership: Leadership, name: string): { leads: Leads } => {
  const task = { leads: (): boolean => false }
  leadership.whileLeading((leads) => {
    task.leads = leads
    led.push(name)
    return () => void led.push(`${name} ends`)
  })
  return task
}

/** As a process does; answers how it ends. */
async function start(db: Db, name: string, leaseMs: number): Promise<() => Promise<void>> {
  const lease = createProcessLease({ db, signals: db.signals, log, leaseMs })
  await lease.start()
  const leadership = createLeadership({ db, lease, signals: db.signals, log })
  lead(leadership, name)
  await leadership.start()
  const end = async (): Promise<void> => {
    await leadership.stop()
    await lease.stop()
  }
  ends.push(end)
  return end
}

/** A process that stands still: its connections are open, and it renews nothing. */
async function startStill(db: Db) {
  const lease = { id: 'still', isHeld: (): boolean => true }
  await db.sql
    .insertInto('processes')
    .values({ id: lease.id, lease_until: new Date(Date.now() + shortMs) })
    .execute()
  const leadership = createLeadership({ db, lease, signals: db.signals, log })
  const task = lead(leadership, 'still')
  await leadership.start()
  ends.push(leadership.stop)
  return { lease, task }
}

test('one process leads; when it ends, another one does', async () => {
  const end = await start(one, 'one', minute)
  await start(other, 'other', shortMs)
  expect(led).toEqual(['one'])
  await end()
  await expect.poll(() => led).toEqual(['one', 'one ends', 'other'])
})

test('of several that start at once one leads', async () => {
  await Promise.all([start(one, 'one', minute), start(other, 'other', minute)])
  await Promise.all([one, other].map((db) => db.signals.emit('lease.renewed')))
  expect(led).toHaveLength(1)
})

test('one that stands still leads no longer than its lease, though its connection stays open', async () => {
  const { lease, task } = await startStill(one)
  expect([led, task.leads()]).toEqual([['still'], true])
  await start(other, 'other', shortMs)
  await expect.poll(() => led).toEqual(['still', 'other'])
  // It goes on. Before any timer or signal of its own, the next step asks.
  lease.isHeld = () => false
  expect(task.leads()).toBe(false)
  await expect.poll(() => led).toEqual(['still', 'other', 'still ends'])
  Object.assign(lease, { id: 'another', isHeld: () => true })
  await one.signals.emit('lease.renewed')
  expect([task.leads(), led.length]).toEqual([false, 3])
})

test('one that was late, and that nobody declared dead, leads on once it has renewed its lease', async () => {
  const { lease, task } = await startStill(one)
  lease.isHeld = () => false
  await one.signals.emit('lease.lost')
  expect([task.leads(), led]).toEqual([false, ['still', 'still ends']])
  lease.isHeld = () => true
  await one.signals.emit('lease.renewed')
  expect([task.leads(), led]).toEqual([true, ['still', 'still ends', 'still']])
})
