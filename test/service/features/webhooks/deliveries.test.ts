import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { recordEvent } from '../../../../service/features/events/events.ts'
import { expireEvents, forgetProject } from '../../../../service/features/webhooks/retention.ts'
import { fanOut } from '../../../../service/features/webhooks/outbox.ts'
import {
  closeDatabase,
  deliveriesOf,
  givenProject,
  givenWebhook,
  inHours,
  inMinutes,
  openStage,
  type Stage,
} from './stage.ts'
import type { Deps } from '../../../../service/deps.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

const receivedAt = (path: string) => stage.receiver.requests.filter((one) => one.path === path)

test('an event arrives as the specified envelope, and the official verifier accepts it', async () => {
  const projectId = await givenProject(stage)
  const { secret } = await givenWebhook(stage, '/hook', { events: ['transcription.completed'] })
  const data = {
    content_id: 'cont_1',
    filename: 'Gespräch 🎙.m4a',
    duration_seconds: 61.5,
    word_count: 9,
  }
  const link = `/v1/projects/${projectId}/content/cont_1`
  const id = await stage.db.transaction((tx) =>
    recordEvent(stage.deps, tx, {
      event: 'transcription.completed',
      organizationId: stage.organizationId,
      projectId,
      data,
      link,
    }),
  )
  await stage.idle()
  const [request] = receivedAt('/hook')
  if (!request) throw new Error('nothing was received')
  expect(new Webhook(secret).verify(request.body, request.headers)).toEqual({
    id,
    event: 'transcription.completed',
    api_version: '2026-11-21',
    created_at: stage.clock.now().toISOString(),
    organization_id: stage.organizationId,
    project_id: projectId,
    data,
    links: { api: `http://127.0.0.1:4777${link}` },
  })
  expect(request.headers).toMatchObject({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(stage.clock.now().getTime() / 1_000)),
    'content-type': 'application/json',
    'user-agent': 'Earshot/0.0.0-test',
    host: `localhost:${stage.receiver.port}`,
  })
})

test('an endpoint gets the events it asked for, of its projects, and no other', async () => {
  const [mine, foreign] = [await givenProject(stage), await givenProject(stage)]
  await givenWebhook(stage, '/all')
  await givenWebhook(stage, '/some', { events: ['content.deleted', 'transcription.failed'] })
  await givenWebhook(stage, '/mine', { project_ids: [mine] })
  const off = await givenWebhook(stage, '/off')
  await stage.call('PATCH', `/v1/webhooks/${off.id}`, { is_active: false })
  for (const projectId of [mine, foreign, null]) {
    for (const event of ['content.created', 'content.deleted'] as const) {
      await stage.emit(event, projectId)
    }
  }
  for (let count = 0; count < 50; count++) await stage.emit('content.created', foreign)
  await stage.idle()
  expect(receivedAt('/all')).toHaveLength(56)
  expect(receivedAt('/some')).toHaveLength(3)
  expect(receivedAt('/off')).toHaveLength(0)
  const projects = receivedAt('/mine').map(({ body }) => JSON.parse(body.toString()).project_id)
  expect(projects).toEqual([mine, mine])
})

test('a fan-out that runs twice makes each delivery once', async () => {
  const webhook = await givenWebhook(stage, '/twice')
  const eventId = await stage.emit('content.created')
  await stage.idle()
  const deps = stage.deps as Deps // fan-out uses only what a stage has
  await fanOut(deps, [{ eventId, traceparent: null }], async () => true)
  await stage.idle()
  expect(await deliveriesOf(stage, webhook.id)).toHaveLength(1)
  expect(receivedAt('/twice')).toHaveLength(1)
  const late = await givenWebhook(stage, '/late')
  await fanOut(deps, [{ eventId, traceparent: null }], async () => false)
  expect(await deliveriesOf(stage, late.id)).toHaveLength(0)
})

test('a test is sent once to this endpoint only, also when it is inactive', async () => {
  const { id, secret } = await givenWebhook(stage, '/tested', { events: ['content.deleted'] })
  await givenWebhook(stage, '/bystander', { events: ['*', 'webhook.test'] })
  await stage.call('PATCH', `/v1/webhooks/${id}`, { is_active: false })
  const { status, body } = await stage.call('POST', `/v1/webhooks/${id}/test`)
  expect(status).toBe(202)
  expect(body.data).toMatchObject({
    id: expect.stringMatching(/^dlv_/),
    webhook_id: id,
    event: 'webhook.test',
    project_id: null,
    status: 'pending',
    trigger: 'test',
    attempt_count: 0,
    max_attempts: 1,
    last_error: null,
    attempts: [],
  })
  await stage.idle()
  const [request] = receivedAt('/tested')
  if (!request) throw new Error('nothing was received')
  expect(new Webhook(secret).verify(request.body, request.headers)).toMatchObject({
    id: body.data.event_id,
    event: 'webhook.test',
    project_id: null,
    data: { webhook_id: id, message: expect.any(String) },
    links: { api: `http://127.0.0.1:4777/v1/webhooks/${id}` },
  })
  expect(receivedAt('/bystander')).toHaveLength(0)
})

test('a failed test is not tried again, tells nobody and does not count against the endpoint', async () => {
  const { id } = await givenWebhook(stage, '/refusing')
  stage.receiver.behave('/refusing', { status: 500 })
  await stage.call('POST', `/v1/webhooks/${id}/test`)
  await stage.idle()
  await stage.advance(3 * inHours)
  expect(receivedAt('/refusing')).toHaveLength(1)
  expect(await deliveriesOf(stage, id)).toMatchObject([{ status: 'exhausted', attempt_count: 1 }])
  expect(stage.notices).toEqual([])
  const { body } = await stage.call('GET', `/v1/webhooks/${id}`)
  expect(body.data).toMatchObject({ consecutive_failures: 0, is_active: true })
})

test('the list of deliveries is filtered and paged, newest first', async () => {
  const { id } = await givenWebhook(stage, '/list')
  const url = `/v1/webhooks/${id}/deliveries`
  for (let count = 0; count < 3; count++) {
    await stage.emit('content.created')
    await stage.idle()
    stage.clock.advance(inMinutes)
  }
  const middle = stage.clock.now().toISOString()
  stage.clock.advance(inMinutes)
  stage.receiver.behave('/list', { status: 500 })
  await stage.emit('content.deleted')
  await stage.idle()
  const events = async (query: string) => {
    const { body } = await stage.call('GET', `${url}?${query}`)
    return body.data.map(({ event }: { event: string }) => event)
  }
  const created = Array(3).fill('content.created')
  expect(await events('')).toEqual(['content.deleted', ...created])
  expect(await events('status=retrying')).toEqual(['content.deleted'])
  expect(await events('status=delivered')).toEqual(created)
  expect(await events('event=content.deleted')).toEqual(['content.deleted'])
  expect(await events(`created_after=${middle}`)).toEqual(['content.deleted'])
  expect(await events(`created_before=${middle}`)).toEqual(created)
  expect(await events(`created_before=${middle}&status=retrying`)).toEqual([])
  const first = await stage.call('GET', `${url}?limit=3`)
  expect(first.body.pagination.has_more).toBe(true)
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await stage.call('GET', `${url}?limit=3&cursor=${cursor}`)
  expect(second.body.data).toHaveLength(1)
  for (const query of [
    'status=lost',
    'event=nothing',
    'created_after=today',
    'limit=0',
    `status=delivered&cursor=${cursor}`,
  ]) {
    const { status, body } = await stage.call('GET', `${url}?${query}`)
    expect([query, status, body.error?.code]).toEqual([query, 400, 'validation_error'])
  }
})

test('one delivery shows the bytes and headers sent, but no signature', async () => {
  const { id } = await givenWebhook(stage, '/shown')
  await stage.emit('content.created')
  await stage.idle()
  const [delivery] = await deliveriesOf(stage, id)
  const { body } = await stage.call('GET', `/v1/webhooks/${id}/deliveries/${delivery.id}`)
  const [request] = receivedAt('/shown')
  expect(body.data.payload).toBe(request?.body.toString())
  expect(request?.headers).toMatchObject(body.data.request_headers)
  expect(Object.keys(body.data.request_headers).toSorted()).toEqual([
    'content-type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
  ])
  const other = await givenWebhook(stage)
  const elsewhere = await stage.call('GET', `/v1/webhooks/${other.id}/deliveries/${delivery.id}`)
  expect(elsewhere.status).toBe(404)
})

test('a manual retry sends the same event and bytes in a new series of attempts', async () => {
  const { id } = await givenWebhook(stage, '/again')
  stage.receiver.behave('/again', { status: 500 })
  const eventId = await stage.emit('content.created')
  await stage.idle()
  for (const wait of [1, 5, 30, 120]) await stage.advance(wait * inMinutes)
  const [exhausted] = await deliveriesOf(stage, id)
  const url = `/v1/webhooks/${id}/deliveries/${exhausted.id}/retry`
  stage.receiver.behave('/again', { status: 200 })
  const { status, body } = await stage.call('POST', url)
  expect(status).toBe(202)
  const fresh = { trigger: 'manual', status: 'pending', attempt_count: 0, max_attempts: 5 }
  expect(body.data).toMatchObject({ ...fresh, event_id: eventId })
  await stage.idle()
  const statuses = (await deliveriesOf(stage, id)).map((one) => [one.trigger, one.status])
  expect(statuses).toEqual([
    ['manual', 'delivered'],
    ['event', 'exhausted'],
  ])
  expect(receivedAt('/again')).toHaveLength(6)
  expect(new Set(receivedAt('/again').map((one) => one.body.toString())).size).toBe(1)
  await stage.call('PATCH', `/v1/webhooks/${id}`, { is_active: false })
  expect((await stage.call('POST', url)).body.error.details[0]).toMatchObject({ code: 'inactive' })
})

test('a delivery can be sent again for 30 days, then it and its event are gone', async () => {
  const { id } = await givenWebhook(stage, '/old')
  await stage.emit('content.created')
  await stage.idle()
  const [delivery] = await deliveriesOf(stage, id)
  const url = `/v1/webhooks/${id}/deliveries/${delivery.id}`
  await stage.advance(30 * 24 * inHours - inMinutes)
  await expireEvents(stage.deps)
  expect((await stage.call('POST', `${url}/retry`)).status).toBe(202)
  await stage.advance(2 * inMinutes)
  await expireEvents(stage.deps)
  expect((await stage.call('GET', url)).status).toBe(404)
  expect(await stage.db.sql.selectFrom('events').select('id').execute()).toEqual([])
})

test('a removed project leaves no event, no open delivery and nothing to read', async () => {
  const [projectId, kept] = [await givenProject(stage), await givenProject(stage)]
  const { id } = await givenWebhook(stage, '/project')
  stage.receiver.behave('/project', { status: 500 })
  await stage.emit('content.created', projectId, { filename: 'marker.wav' })
  await stage.emit('content.created', kept)
  await stage.idle()
  await stage.db.transaction((tx) => forgetProject(tx, projectId))
  const rows = await stage.db.sql.selectFrom('deliveries').selectAll().execute()
  const events = await stage.db.sql.selectFrom('events').selectAll().execute()
  expect(JSON.stringify([rows, events])).not.toContain('marker.wav')
  expect(events.map((event) => event.project_id)).toEqual([kept])
  const statuses = new Map(rows.map((row) => [row.project_id, row.status]))
  expect(statuses).toEqual(
    new Map([
      [projectId, 'cancelled'],
      [kept, 'retrying'],
    ]),
  )
  await stage.advance(inMinutes)
  expect(receivedAt('/project')).toHaveLength(3)
  const [gone] = rows.filter((row) => row.project_id === projectId)
  const url = `/v1/webhooks/${id}/deliveries/${gone?.id}`
  expect((await stage.call('GET', url)).body.data.payload).toBeNull()
  expect((await stage.call('POST', `${url}/retry`)).status).toBe(404)
})
