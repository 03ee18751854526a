import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import {
  closeDatabase,
  deliveriesOf,
  givenWebhook,
  inHours,
  inMinutes,
  inSeconds,
  openStage,
  type Stage,
} from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

const sentAt = () =>
  stage.receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']))
/** Minutes from the first request to each of them, by the time the requests themselves carry. */
const minutes = () => sentAt().map((time) => (time - (sentAt()[0] ?? 0)) / 60)

test('an attempt follows after 0, 1, 5, 30 and 120 minutes, then the owner is told once', async () => {
  const webhook = await givenWebhook(stage, '/down')
  stage.receiver.behave('/down', { status: 500, body: 'out of order' })
  const eventId = await stage.emit('content.created')
  await stage.idle()
  expect(minutes()).toEqual([0])
  for (const [wait, count] of [
    [1, 2],
    [5, 3],
    [30, 4],
    [120, 5],
  ] as const) {
    await stage.advance(wait * inMinutes - inSeconds)
    expect(stage.receiver.requests).toHaveLength(count - 1)
    const [before] = await deliveriesOf(stage, webhook.id)
    expect(before).toMatchObject({ status: 'retrying', attempt_count: count - 1 })
    await stage.advance(inSeconds)
    expect(stage.receiver.requests).toHaveLength(count)
  }
  expect(minutes()).toEqual([0, 1, 6, 36, 156])
  const [delivery] = await deliveriesOf(stage, webhook.id)
  expect(delivery).toMatchObject({
    event_id: eventId,
    status: 'exhausted',
    trigger: 'event',
    attempt_count: 5,
    max_attempts: 5,
    next_attempt_at: null,
    last_response_status: 500,
    last_error: { code: 'http_status' },
    delivered_at: null,
  })
  expect(delivery.exhausted_at).toBe(stage.clock.now().toISOString())
  expect(delivery.attempts.map(({ number }: { number: number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(delivery.attempts[0]).toMatchObject({
    response_status: 500,
    error_code: 'http_status',
    response_preview: 'out of order',
  })
  await stage.advance(48 * inHours)
  expect(stage.receiver.requests).toHaveLength(5)
  expect(stage.notices.map(({ kind }) => kind)).toEqual(['delivery_exhausted'])
  // The same is kept for the app, with the way to the delivery.
  const kept = await stage.db.sql.selectFrom('notices').select(['kind', 'link']).execute()
  const link = `/app/#/webhooks/${webhook.id}?delivery=${delivery.id}`
  expect(kept).toEqual([{ kind: 'delivery_exhausted', link }])
  // Spec: Delivery rules 4, the same id; reliability.md W-1, the same bytes.
  const bodies = new Set(stage.receiver.requests.map(({ body }) => body.toString('base64')))
  const ids = new Set(stage.receiver.requests.map(({ headers }) => headers['webhook-id']))
  expect(bodies.size).toBe(1)
  expect([...ids]).toEqual([eventId])
})

test('a success after failures ends the series and clears the counters', async () => {
  const webhook = await givenWebhook(stage, '/flaky')
  stage.receiver.behave('/flaky', 'reset')
  await stage.emit('content.created')
  await stage.idle()
  const failing = await stage.call('GET', `/v1/webhooks/${webhook.id}`)
  expect(failing.body.data).toMatchObject({ consecutive_failures: 1, last_success_at: null })
  stage.receiver.behave('/flaky', { status: 204 })
  await stage.advance(inMinutes)
  const [delivery] = await deliveriesOf(stage, webhook.id)
  expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 2, last_error: null })
  const healthy = await stage.call('GET', `/v1/webhooks/${webhook.id}`)
  expect(healthy.body.data.consecutive_failures).toBe(0)
  expect(healthy.body.data.last_success_at).toBe(stage.clock.now().toISOString())
  await stage.advance(48 * inHours)
  expect(stage.receiver.requests).toHaveLength(2)
})

test('Retry-After makes the wait longer', async () => {
  await givenWebhook(stage, '/busy')
  stage.receiver.behave('/busy', { status: 429, headers: { 'retry-after': '600' } })
  await stage.emit('content.created')
  await stage.idle()
  await stage.advance(10 * inMinutes - inSeconds)
  expect(minutes()).toEqual([0])
  await stage.advance(inSeconds)
  expect(minutes()).toEqual([0, 10])
})

test('410 exhausts the delivery and switches the endpoint off, with what waits for it', async () => {
  const webhook = await givenWebhook(stage, '/gone')
  stage.receiver.behave('/gone', { status: 500 })
  await stage.emit('content.created')
  await stage.idle()
  stage.receiver.behave('/gone', { status: 410 })
  await stage.emit('content.deleted')
  await stage.idle()
  const { body } = await stage.call('GET', `/v1/webhooks/${webhook.id}`)
  expect(body.data).toMatchObject({ is_active: false, disabled_reason: 'gone' })
  const statuses = (await deliveriesOf(stage, webhook.id)).map(({ status }) => status)
  expect(statuses).toEqual(['exhausted', 'cancelled'])
  expect(stage.notices.map(({ kind }) => kind)).toEqual(['delivery_exhausted', 'webhook_disabled'])
  await stage.emit('content.created')
  await stage.advance(3 * inHours)
  expect(stage.receiver.requests).toHaveLength(2)
})

test('five days in which every delivery failed switch the endpoint off; switching it on clears that', async () => {
  const webhook = await givenWebhook(stage, '/dead')
  stage.receiver.behave('/dead', { status: 503 })
  const read = async () => (await stage.call('GET', `/v1/webhooks/${webhook.id}`)).body.data
  for (let day = 0; day < 5; day++) {
    await stage.emit('content.created')
    await stage.idle()
    for (const wait of [1, 5, 30, 120]) await stage.advance(wait * inMinutes)
    expect(await read()).toMatchObject({ is_active: true, consecutive_failures: 5 * (day + 1) })
    await stage.advance(24 * inHours - 156 * inMinutes)
  }
  await stage.emit('content.created')
  await stage.idle()
  for (const wait of [1, 5, 30, 120]) await stage.advance(wait * inMinutes)
  expect(await read()).toMatchObject({ is_active: false, disabled_reason: 'consecutive_failures' })
  expect(stage.notices.filter(({ kind }) => kind === 'webhook_disabled')).toHaveLength(1)

  const { body } = await stage.call('PATCH', `/v1/webhooks/${webhook.id}`, { is_active: true })
  const clear = { is_active: true, disabled_reason: null, consecutive_failures: 0 }
  expect(body.data).toMatchObject(clear)
})

test('after a sleep of 8 hours every overdue attempt is made once, at once', async () => {
  const webhook = await givenWebhook(stage, '/asleep')
  stage.receiver.behave('/asleep', { status: 500 })
  for (let count = 0; count < 10; count++) await stage.emit('content.created')
  await stage.idle()
  expect(stage.receiver.requests).toHaveLength(10)
  await stage.advance(8 * inHours)
  expect(stage.receiver.requests).toHaveLength(20)
  const deliveries = await deliveriesOf(stage, webhook.id)
  expect(deliveries.map(({ attempt_count: count }) => count)).toEqual(Array(10).fill(2))
  // The next one is counted from the failure, not from when it should have been made.
  await stage.advance(5 * inMinutes - inSeconds)
  expect(stage.receiver.requests).toHaveLength(20)
  await stage.advance(inSeconds)
  expect(stage.receiver.requests).toHaveLength(30)
})
