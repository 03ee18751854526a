import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createProcessLease, type ProcessLease } from '../../../../service/db/process-lease.ts'
import { recordEvent, type NewEvent } from '../../../../service/features/events/events.ts'
import {
  createOutboxWorker,
  type OutboxWorker,
} from '../../../../service/features/webhooks/outbox-worker.ts'
import {
  closeDatabase,
  deliveriesOf,
  givenWebhook,
  inMinutes,
  openStage,
  type Stage,
} from './stage.ts'
import { perChange } from '../../../support/nightly.ts'

let stage: Stage
let others: { worker: OutboxWorker; lease: ProcessLease }[] = []
beforeEach(async () => {
  stage = await openStage({ deadlineMs: 20_000 })
})
afterEach(async () => {
  for (const { worker, lease } of others.splice(0)) {
    await worker.stop()
    await lease.stop()
  }
  await stage.stop()
})
afterAll(closeDatabase)

/** Another process that makes deliveries of the same database. */
async function startAnother() {
  const { db, log } = stage.deps
  const lease = createProcessLease({ db, signals: db.signals, log })
  await lease.start()
  const settings = { deadlineMs: 20_000, authorities: [stage.receiver.authority] }
  const worker = createOutboxWorker({ ...stage.deps, lease }, settings)
  await worker.start()
  others.push({ worker, lease })
}

const sentTo = (path: string): string[] =>
  stage.receiver.requests
    .filter((request) => request.path === path)
    .map(({ body }) => JSON.parse(body.toString()).data.n)
const statusesOf = async (id: string) => (await deliveriesOf(stage, id)).map(({ status }) => status)
const idle = async () => {
  await stage.idle()
  for (const { worker } of others) await worker.idle()
}

describe('deliveries about one recording', () => {
  it('follow the order of its events, also where an attempt fails; others go on', async () => {
    const webhook = await givenWebhook(stage, '/ordered')
    stage.receiver.behave('/ordered', { status: 500 })
    const about = (n: number, content_id: string) =>
      stage.emit('transcript.updated', null, { content_id, n })
    await about(1, 'cont_1')
    await idle()
    stage.receiver.behave('/ordered', { status: 200 })
    await about(2, 'cont_1')
    await about(3, 'cont_1')
    await about(4, 'cont_2')
    await idle()
    expect(sentTo('/ordered')).toEqual([1, 4])
    expect((await statusesOf(webhook.id)).toSorted()).toEqual([
      ...['delivered', 'pending', 'pending', 'retrying'],
    ])
    await stage.advance(inMinutes)
    expect(sentTo('/ordered')).toEqual([1, 4, 1, 2, 3])
  })

  it('wait for an earlier event whose turn to be given out has not come', async () => {
    await givenWebhook(stage, '/fan-out')
    await stage.deps.db.transaction(async (tx) => {
      const id = await recordEvent(stage.deps, tx, {
        ...({
          event: 'transcript.updated',
          data: { content_id: 'cont_1', n: 1 },
        } as unknown as NewEvent),
        ...{ organizationId: stage.organizationId, projectId: null, link: '/v1/projects' },
      })
      const later = new Date(stage.clock.now().getTime() + inMinutes)
      await tx.updateTable('jobs').set({ not_before: later }).where('key', '=', id).execute()
    })
    await stage.emit('transcript.updated', null, { content_id: 'cont_1', n: 2 })
    await idle()
    expect(sentTo('/fan-out')).toEqual([1, 2])
    await stage.advance(inMinutes)
    expect(sentTo('/fan-out')).toEqual([1, 2])
  })
})

describe('an endpoint that fails', () => {
  it('has what waits behind a failed delivery wait as long, without being looked at', async () => {
    const webhook = await givenWebhook(stage, '/failing')
    const waiting = Promise.withResolvers<void>()
    stage.receiver.behave('/failing', { status: 500, once: waiting.promise })
    const about = (n: number) => stage.emit('transcript.updated', null, { content_id: 'cont_1', n })
    for (const n of [1, 2, 3]) await about(n)
    await expect.poll(async () => (await deliveriesOf(stage, webhook.id)).length).toBe(3)
    waiting.resolve()
    await idle()
    const times = (await deliveriesOf(stage, webhook.id)).map((one) => one.next_attempt_at)
    const inOneMinute = new Date(stage.clock.now().getTime() + inMinutes).toISOString()
    expect(times).toEqual([inOneMinute, inOneMinute, inOneMinute])
    stage.receiver.behave('/failing', { status: 200 })
    await stage.advance(inMinutes)
    expect(sentTo('/failing')).toEqual([1, 1, 2, 3])
  })

  it('holds up no other with a long backlog', async () => {
    const webhook = await givenWebhook(stage, '/backlog')
    stage.receiver.behave('/backlog', 'hang')
    await stage.emit('content.created')
    await stage.receiver.received(1)
    // As many as a dead endpoint may have after some days, half of them of one recording each.
    await sql`
      INSERT INTO deliveries (id, webhook_id, event_id, event, payload, status, trigger, max_attempts,
        next_attempt_at, created_at, content_id, position)
      SELECT 'dlv_' || n, ${webhook.id}, 'evt_' || n, 'content.created', '{"data":{}}', 'pending', 'event', 5,
        ${stage.clock.now()}::timestamptz, ${stage.clock.now()}::timestamptz,
        'cont_' || CASE WHEN n % 2 = 0 THEN n ELSE n % 20 END, 1000000 + n
      FROM generate_series(1, ${perChange(2_000, 100_000)}::integer) n`.execute(stage.db.sql)
    await givenWebhook(stage, '/answering')
    for (let count = 0; count < 20; count += 1) await stage.emit('content.created')
    await expect.poll(() => sentTo('/answering').length).toBe(20)
    expect(sentTo('/backlog').length).toBeLessThan(100)
  })
})

describe('two processes', () => {
  it('send each delivery once, with at most 4 at once to an endpoint', async () => {
    await startAnother()
    const webhook = await givenWebhook(stage, '/shared')
    for (let count = 0; count < 40; count += 1) await stage.emit('content.created')
    await expect
      .poll(async () => (await statusesOf(webhook.id)).filter((one) => one === 'delivered').length)
      .toBe(40)
    expect(stage.receiver.requests).toHaveLength(40)
    expect(stage.receiver.mostOpen).toBeLessThanOrEqual(4)
  })

  it('keep the order of each recording, however many events are given out at once', async () => {
    await startAnother()
    await givenWebhook(stage, '/many')
    const recordings = ['cont_1', 'cont_2', 'cont_3', 'cont_4']
    for (let n = 0; n < 15; n += 1)
      for (const content_id of recordings)
        await stage.emit('transcript.updated', null, { content_id, n })
    await expect.poll(() => sentTo('/many').length).toBe(60)
    for (const id of recordings) {
      const own = stage.receiver.requests
        .map(({ body }) => JSON.parse(body.toString()).data)
        .filter(({ content_id: about }) => about === id)
      expect(own.map(({ n }) => n)).toEqual(Array.from({ length: 15 }, (_, n) => n))
    }
  })

  it('take over what one that died had under way; its late outcome counts nothing', async () => {
    const webhook = await givenWebhook(stage, '/taken')
    stage.receiver.behave('/taken', 'hang')
    await stage.emit('content.created')
    await stage.receiver.received(1)
    stage.receiver.behave('/taken', { status: 200 })
    await startAnother()
    const [other] = others
    await stage.db.sql
      .deleteFrom('processes')
      .where('id', '!=', other?.lease.id ?? '')
      .execute()
    await stage.deps.signals.emit('lease.renewed')
    await expect.poll(() => statusesOf(webhook.id)).toEqual(['delivered'])
    await idle()
    expect(await deliveriesOf(stage, webhook.id)).toMatchObject([{ attempt_count: 1 }])
    expect(stage.receiver.requests).toHaveLength(2)
    expect(new Set(stage.receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
  })
})
