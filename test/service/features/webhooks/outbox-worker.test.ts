import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import {
  closeDatabase,
  deliveriesOf,
  givenWebhook,
  inHours,
  inMinutes,
  openStage,
  type Stage,
} from './stage.ts'
import { perChange } from '../../../support/nightly.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ deadlineMs: 20_000 })
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

const statusesOf = async (id: string) => (await deliveriesOf(stage, id)).map(({ status }) => status)

test('at most 4 requests at once go to one endpoint and 16 to all', async () => {
  for (let count = 0; count < 6; count++) {
    stage.receiver.behave(`/proven-${count}`, { status: 200 })
    await givenWebhook(stage, `/proven-${count}`)
  }
  await stage.emit('content.created')
  await stage.idle()
  for (let count = 0; count < 6; count++) stage.receiver.behave(`/proven-${count}`, 'hang')
  for (let count = 0; count < 5; count++) await stage.emit('content.created')
  await stage.receiver.received(6 + 16)
  await stage.db.sql.selectFrom('deliveries').select('id').execute() // lets a 17th show itself
  expect(stage.receiver.mostOpen).toBe(16)
  const hanging = stage.receiver.requests.slice(6)
  for (let count = 0; count < 6; count++) {
    expect(hanging.filter(({ path }) => path === `/proven-${count}`).length).toBeLessThanOrEqual(4)
  }
})

test('endpoints that hang do not hold up one that answers', async () => {
  await givenWebhook(stage, '/healthy')
  await stage.emit('content.created')
  await stage.idle()
  for (let count = 0; count < 19; count++) {
    stage.receiver.behave(`/hang-${count}`, 'hang')
    await givenWebhook(stage, `/hang-${count}`)
  }
  await stage.emit('content.created')
  // All places that unknown endpoints may take, and the one that answers.
  await stage.receiver.received(1 + 12 + 1)
  const times: number[] = []
  for (let count = 0; count < 20; count++) {
    const answered = stage.receiver.requests.length
    const startedAt = performance.now()
    await stage.emit('content.created')
    await stage.receiver.received(answered + 1)
    expect(stage.receiver.requests.at(-1)?.path).toBe('/healthy')
    times.push(performance.now() - startedAt)
  }
  const p95 = times.toSorted((a, b) => a - b)[18]
  expect(p95).toBeLessThan(2_000)
})

test.each(['DELETE', 'PATCH'] as const)(
  'once %s has answered, nothing more is requested, with attempts in flight',
  async (method) => {
    // Six are one of each: hanging or refused, begun or not.
    const rounds = perChange(6, 20)
    for (let round = 0; round < rounds; round++) {
      const path = `/stopped-${round}`
      stage.receiver.behave(path, round % 2 === 0 ? 'hang' : { status: 500 })
      const webhook = await givenWebhook(stage, path)
      const before = stage.receiver.requests.length
      for (let count = 0; count < 3; count++) await stage.emit('content.created')
      if (round % 3 !== 0) await stage.receiver.received(before + 1)
      const url = `/v1/webhooks/${webhook.id}`
      const answer = await stage.call(
        method,
        url,
        method === 'PATCH' ? { is_active: false } : undefined,
      )
      expect(answer.status).toBe(200)
      const seen = stage.receiver.requests.length
      await stage.advance(3 * inHours)
      expect(stage.receiver.requests).toHaveLength(seen)
      if (method === 'DELETE') {
        expect((await stage.call('GET', url)).status).toBe(404)
      } else {
        expect(answer.body.data).toMatchObject({ is_active: false, disabled_reason: 'user' })
        const statuses = await statusesOf(webhook.id)
        expect(statuses.filter((status) => status !== 'cancelled')).toEqual([])
        // One that was switched off before the events were given out gets none.
        if (round % 3 !== 0) expect(statuses).not.toEqual([])
        await stage.call('DELETE', url)
      }
    }
  },
)

test('what was in flight when the process died is sent again, with the same number and bytes', async () => {
  const webhook = await givenWebhook(stage, '/died')
  stage.receiver.behave('/died', 'hang')
  await stage.emit('content.created')
  await stage.receiver.received(1)
  expect(await statusesOf(webhook.id)).toEqual(['in_flight'])
  await stage.restart()
  await stage.receiver.received(2)
  expect(await deliveriesOf(stage, webhook.id)).toMatchObject([
    { status: 'in_flight', attempt_count: 0, attempts: [] },
  ])
  stage.receiver.behave('/died', { status: 200 })
  await stage.restart()
  await stage.idle()
  expect(await deliveriesOf(stage, webhook.id)).toMatchObject([
    { status: 'delivered', attempt_count: 1 },
  ])
  expect(new Set(stage.receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
  expect(stage.receiver.requests).toHaveLength(3)
})

test('a row left in flight by a crash is pending again after the start', async () => {
  const webhook = await givenWebhook(stage, '/crashed')
  stage.receiver.behave('/crashed', { status: 500 })
  await stage.emit('content.created')
  await stage.idle()
  await stage.outboxWorker().stop()
  // As a killed process leaves it: marked, and nobody at work.
  await stage.db.sql
    .updateTable('deliveries')
    .set({ status: 'in_flight', next_attempt_at: null })
    .execute()
  stage.receiver.behave('/crashed', { status: 200 })
  await stage.restart()
  await stage.idle()
  expect(await deliveriesOf(stage, webhook.id)).toMatchObject([
    { status: 'delivered', attempt_count: 2 },
  ])
})

test('stopping breaks off what hangs, at once, and it is due again', async () => {
  const webhook = await givenWebhook(stage, '/slow')
  stage.receiver.behave('/slow', 'hang')
  await stage.emit('content.created')
  await stage.receiver.received(1)
  const startedAt = performance.now()
  await stage.outboxWorker().stop()
  expect(performance.now() - startedAt).toBeLessThan(2_000)
  expect(await deliveriesOf(stage, webhook.id)).toMatchObject([
    { status: 'pending', attempt_count: 0, next_attempt_at: stage.clock.now().toISOString() },
  ])
  await stage.emit('content.deleted')
  stage.clock.advance(5 * inMinutes)
  expect(stage.receiver.requests).toHaveLength(1)
})
