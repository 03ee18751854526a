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

  it('take over what one that died had under way; its late outcome counts nothing', async () => {
    const webhook = await givenWebhook(stage, '/taken')
    stage.receiver.behave('/taken', 'hang')
    await stage.emit('content.created')
    await stage.receiver.received(1)
    await startAnother()
    const [other] = others
    await stage.db.sql
      .deleteFrom('processes')
      .where('id', '!=', other?.lease.id ?? '')
      .execute()
    stage.receiver.behave('/taken', { status: 200 })
    await stage.deps.signals.emit('lease.renewed')
    await expect.poll(() => statusesOf(webhook.id)).toEqual(['delivered'])
    await idle()
    expect(await deliveriesOf(stage, webhook.id)).toMatchObject([{ attempt_count: 1 }])
    expect(stage.receiver.requests).toHaveLength(2)
    expect(new Set(stage.receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
  })
})
