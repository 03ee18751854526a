import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { until } from './support/call.ts'
import { expectRefusal } from './support/envelope.ts'
import { delivery, deliveryDetail } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { deliveriesWith, envelopeOf, openReceiver, receivedAt, verify } from './support/webhooks.ts'

const suite = openSuite('deliveries')
const { call, make, givenProject, world } = suite
const receiver = openReceiver()
const here = test.skipIf(!world.own)

type Behaviour = Parameters<ReturnType<typeof receiver>['behave']>[1]

/** A webhook for one new project, whose address behaves so. */
async function givenWebhook(path: string, behaviour: Behaviour = { status: 200 }) {
  const { id: projectId } = await givenProject()
  receiver().behave(path, behaviour)
  const url = receiver().url(path, '127.0.0.1')
  const body = { url, events: ['content.created'], project_ids: [projectId] }
  const { id, secret } = await make('/v1/webhooks', body)
  // The service takes 20, and other files want theirs at the same time.
  onTestFinished(async () => void (await call('DELETE', `/v1/webhooks/${id}`)))
  return { id, secret, projectId, path }
}

const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
/** Makes an event, content.created, in the project. */
const emit = async ({ projectId }: { projectId: string }) =>
  (await make(`/v1/projects/${projectId}/content/upload-url`, file)).content_id

here('an event is delivered once as a signed POST, and the delivery says so', async () => {
  const hook = await givenWebhook('/ok')
  const contentId = await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'delivered')
  expectShape(item, delivery)
  const [request] = await receivedAt(receiver(), '/ok')
  if (!request) throw new Error('Nothing was received.')
  verify(hook.secret, request)
  const envelope = envelopeOf(request)
  expect(envelope).toMatchObject({ event: 'content.created', project_id: hook.projectId })
  expect(envelope.data['content_id']).toBe(contentId)
  expect(item).toMatchObject({
    webhook_id: hook.id,
    event_id: envelope.id,
    event: 'content.created',
    project_id: hook.projectId,
    trigger: 'event',
    attempt_count: 1,
    max_attempts: 5,
    next_attempt_at: null,
    last_response_status: 200,
    last_error: null,
    exhausted_at: null,
  })
  expect(item.attempts[0]).toMatchObject({ number: 1, response_status: 200, error_code: null })
})

here(
  'the signature is HMAC-SHA256 over id, timestamp and body, as Standard Webhooks says',
  async () => {
    const hook = await givenWebhook('/signed')
    await emit(hook)
    const [request] = await receivedAt(receiver(), '/signed')
    if (!request) throw new Error('Nothing was received.')
    const { headers, body } = request
    expect(headers['webhook-id']).toBe(envelopeOf(request).id)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['user-agent']).toMatch(/earshot/i)
    const seconds = Number(headers['webhook-timestamp'])
    expect(Math.abs(Date.now() / 1_000 - seconds)).toBeLessThan(60)
    const key = Buffer.from(hook.secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString()}`
    const expected = createHmac('sha256', key).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${expected}`)
  },
)

here('no 2xx means retrying, the second attempt one minute after the first', async () => {
  const hook = await givenWebhook('/broken', { status: 500, body: 'down for now' })
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'retrying')
  expectShape(item, delivery)
  expect(item).toMatchObject({
    attempt_count: 1,
    last_response_status: 500,
    last_error: { code: 'http_status' },
    delivered_at: null,
  })
  const [attempt] = item.attempts
  expect(attempt).toMatchObject({ response_status: 500, response_preview: 'down for now' })
  const ended = Date.parse(attempt.started_at) + attempt.duration_ms
  const delay = (Date.parse(item.next_attempt_at) - ended) / 1_000
  expect(delay).toBeGreaterThan(59)
  expect(delay).toBeLessThan(62)
  const read = (await call('GET', `/v1/webhooks/${hook.id}`)).body.data
  expect(read).toMatchObject({ consecutive_failures: 1, is_active: true, last_success_at: null })
})

here('redirects are failures and are not followed', async () => {
  const target = receiver().url('/redirected', '127.0.0.1')
  const hook = await givenWebhook('/redirect', { status: 302, headers: { location: target } })
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'retrying')
  expect(item.last_response_status).toBe(302)
  expect(receiver().requests.filter(({ path }) => path === '/redirected')).toEqual([])
})

here('Retry-After lengthens the delay', async () => {
  const hook = await givenWebhook('/later', { status: 503, headers: { 'retry-after': '600' } })
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'retrying')
  const delay = (Date.parse(item.next_attempt_at) - Date.now()) / 1_000
  expect(delay).toBeGreaterThan(500)
})

here('410 exhausts the delivery at once and switches the endpoint off', async () => {
  const hook = await givenWebhook('/gone', { status: 410 })
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'exhausted')
  expect(item.exhausted_at).not.toBeNull()
  const read = (await call('GET', `/v1/webhooks/${hook.id}`)).body.data
  expect(read).toMatchObject({ is_active: false, disabled_reason: 'gone' })
})

here('an exhausted delivery can be sent again by hand, with the same event id', async () => {
  const hook = await givenWebhook('/back', { status: 410 })
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'exhausted')
  receiver().behave('/back', { status: 200 })
  await call('PATCH', `/v1/webhooks/${hook.id}`, { body: { is_active: true } })
  const answer = await call('POST', `/v1/webhooks/${hook.id}/deliveries/${item.id}/retry`)
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, delivery)
  const requests = await receivedAt(receiver(), '/back', 2)
  expect(new Set(requests.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([item.event_id]),
  )
  await deliveriesWith(suite, hook.id, 'delivered')
})

here('a failed test is not repeated', async () => {
  const hook = await givenWebhook('/untested', { status: 500 })
  await make(`/v1/webhooks/${hook.id}/test`)
  const item = await until('the end of the test', async () => {
    const { body } = await call('GET', `/v1/webhooks/${hook.id}/deliveries`)
    const [found] = body.data
    return ['pending', 'in_flight'].includes(found.status) ? null : found
  })
  expect(item).toMatchObject({ trigger: 'test', attempt_count: 1, next_attempt_at: null })
  expect(item.status).not.toBe('retrying')
})

here('switching off cancels what waits', async () => {
  const hook = await givenWebhook('/off', { status: 500 })
  await emit(hook)
  await deliveriesWith(suite, hook.id, 'retrying')
  await call('PATCH', `/v1/webhooks/${hook.id}`, { body: { is_active: false } })
  const [item] = await deliveriesWith(suite, hook.id, 'cancelled')
  expect(item.next_attempt_at).toBeNull()
})

here('a webhook with project_ids receives only events of those projects', async () => {
  const hook = await givenWebhook('/own')
  const other = await givenProject()
  await emit({ projectId: other.id })
  await emit(hook)
  await deliveriesWith(suite, hook.id, 'delivered')
  const { body } = await call('GET', `/v1/webhooks/${hook.id}/deliveries`)
  const projects = body.data.map((item: { project_id: string }) => item.project_id)
  expect(projects).toEqual([hook.projectId])
})

here('a single delivery adds the payload and the headers without the signature', async () => {
  const hook = await givenWebhook('/single')
  await emit(hook)
  const [item] = await deliveriesWith(suite, hook.id, 'delivered')
  const { status, body } = await call('GET', `/v1/webhooks/${hook.id}/deliveries/${item.id}`)
  expect(status).toBe(200)
  expectShape(body.data, deliveryDetail)
  const [request] = await receivedAt(receiver(), '/single')
  expect(body.data.payload).toBe(request?.body.toString())
  const names = Object.keys(body.data.request_headers).map((name) => name.toLowerCase())
  expect(names).toContain('webhook-id')
  expect(names).not.toContain('webhook-signature')
})

here('deliveries are filtered by status, event and time, and paged', async () => {
  const hook = await givenWebhook('/many')
  for (let count = 0; count < 3; count++) await emit(hook)
  const path = `/v1/webhooks/${hook.id}/deliveries`
  const list = async (query: string) => (await call('GET', `${path}?${query}`)).body
  await until('three deliveries', async () => {
    return (await list('status=delivered')).data.length === 3
  })
  expect((await list('status=exhausted')).data).toEqual([])
  expect((await list('event=content.created')).data).toHaveLength(3)
  expect((await list('event=webhook.test')).data).toEqual([])
  expect((await list('created_after=2099-01-01T00:00:00Z')).data).toEqual([])
  expect((await list('created_before=2099-01-01T00:00:00Z')).data).toHaveLength(3)
  const first = await list('limit=2')
  expect([first.data.length, first.pagination.has_more]).toEqual([2, true])
  const cursor = encodeURIComponent(first.pagination.next_cursor)
  const second = await list(`limit=2&cursor=${cursor}`)
  expect([second.data.length, second.pagination.has_more]).toEqual([1, false])
  expectRefusal(await call('GET', `${path}?status=lost`), 400, 'validation_error', ['status'])
})

here('an endpoint that does not answer is a failure with its own code', async () => {
  const { id: projectId } = await givenProject()
  const url = 'https://127.0.0.1:1024/' // nothing listens there, or it speaks no TLS
  const body = { url, events: ['content.created'], project_ids: [projectId] }
  const { id } = await make('/v1/webhooks', body)
  await emit({ projectId })
  const [item] = await deliveriesWith(suite, id, 'retrying')
  expect(item.last_error.code).toMatch(/^(connection_refused|tls_failed|timeout)$/)
  expect(item.last_response_status).toBeNull()
})
