import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
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

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

const at = (path: string) => stage.receiver.requests.filter((one) => one.path === path)
const replay = (eventId: string, body?: object, key?: string) =>
  stage.call('POST', `/v1/events/${eventId}/replay`, body, key)

async function givenRestrictedKey(projectId: string): Promise<string> {
  const body = { name: 'Restricted', project_ids: [projectId] }
  return (await stage.call('POST', '/v1/api-keys', body)).body.data.key
}

test('an event goes again to all that subscribe: its id, its bytes, a new series of attempts', async () => {
  const { id, secret } = await givenWebhook(stage, '/again')
  await givenWebhook(stage, '/bystander', { events: ['content.deleted'] })
  const eventId = await stage.emit('content.created')
  await stage.idle()
  stage.clock.advance(inMinutes)
  stage.receiver.behave('/again', { status: 500 })
  const { status, body } = await replay(eventId)
  expect(status).toBe(202)
  expect(body.data).toMatchObject({
    event_id: eventId,
    deliveries: [{ webhook_id: id, event_id: eventId, trigger: 'manual', status: 'pending' }],
  })
  await stage.idle()
  for (const wait of [1, 5, 30, 120]) await stage.advance(wait * inMinutes)
  const [again, first] = await deliveriesOf(stage, id)
  expect(again).toMatchObject({ id: body.data.deliveries[0].id, status: 'exhausted' })
  expect([again.attempt_count, first.status]).toEqual([5, 'delivered'])
  expect(at('/again')).toHaveLength(6)
  expect(new Set(at('/again').map((one) => one.body.toString())).size).toBe(1)
  const [, second] = at('/again')
  expect(second?.headers['webhook-id']).toBe(eventId)
  expect(second?.headers['webhook-timestamp']).not.toBe(
    at('/again')[0]?.headers['webhook-timestamp'],
  )
  expect(new Webhook(secret).verify(second?.body ?? '', second?.headers ?? {})).toBeDefined()
  expect(at('/bystander')).toHaveLength(0)
})

test('one endpoint is named: also a new one that does not subscribe, but none out of reach', async () => {
  const [projectId, otherId] = [await givenProject(stage), await givenProject(stage)]
  const eventId = await stage.emit('content.created', projectId)
  await stage.idle()
  const late = await givenWebhook(stage, '/late', { events: ['content.deleted'] })
  const { body } = await replay(eventId, { webhook_id: late.id })
  expect(body.data.deliveries).toHaveLength(1)
  await stage.idle()
  expect(JSON.parse(at('/late')[0]?.body.toString() ?? '')).toMatchObject({
    id: eventId,
    project_id: projectId,
  })
  const other = await givenWebhook(stage, '/other', { project_ids: [otherId] })
  const off = await givenWebhook(stage, '/off')
  await stage.call('PATCH', `/v1/webhooks/${off.id}`, { is_active: false })
  for (const [id, code] of [
    [other.id, 'out_of_reach'],
    [off.id, 'inactive'],
    ['wh_unknown', 'unknown'],
  ]) {
    const refused = await replay(eventId, { webhook_id: id })
    expect(refused.status).toBe(400)
    expect(refused.body.error.details[0]).toMatchObject({ field: 'webhook_id', code })
  }
  expect((await replay(eventId)).body.data.deliveries).toEqual([])
  await stage.idle()
  expect([at('/late').length, at('/other').length, at('/off').length]).toEqual([1, 0, 0])
})

test('an event can be replayed for 30 days: to the last hour, and no longer', async () => {
  const { id } = await givenWebhook(stage, '/kept')
  const eventId = await stage.emit('content.created')
  await stage.idle()
  await stage.advance((30 * 24 - 1) * inHours)
  expect((await replay(eventId)).status).toBe(202)
  await stage.idle()
  expect(at('/kept')).toHaveLength(2)
  await stage.advance(inHours + 1)
  for (const [event, body] of [
    [eventId],
    [eventId, { webhook_id: id }],
    ['evt_unknown'],
  ] as const) {
    const answer = await replay(event, body)
    expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
  }
})

test('a test goes again to its own endpoint only', async () => {
  const { id } = await givenWebhook(stage, '/tested')
  const { id: otherId } = await givenWebhook(stage, '/bystander')
  const { body } = await stage.call('POST', `/v1/webhooks/${id}/test`)
  await stage.idle()
  const again = await replay(body.data.event_id)
  expect(again.body.data.deliveries).toMatchObject([{ webhook_id: id, event: 'webhook.test' }])
  expect((await replay(body.data.event_id, { webhook_id: otherId })).status).toBe(400)
  await stage.idle()
  expect([at('/tested').length, at('/bystander').length]).toEqual([2, 0])
})

test('a restricted key replays events of its projects, to its own endpoints', async () => {
  const [mine, foreign] = [await givenProject(stage), await givenProject(stage)]
  const key = await givenRestrictedKey(mine)
  await givenWebhook(stage, '/all')
  const own = await givenWebhook(stage, '/own', { project_ids: [mine] })
  const [eventId, foreignId, orgId] = [
    await stage.emit('content.created', mine),
    await stage.emit('content.created', foreign),
    await stage.emit('member.added'),
  ]
  const { body } = await replay(eventId, undefined, key)
  expect(body.data.deliveries).toMatchObject([{ webhook_id: own.id }])
  for (const id of [foreignId, orgId]) {
    const answer = await replay(id, undefined, key)
    expect([answer.status, answer.body.error.code]).toEqual([403, 'project_access_denied'])
  }
})

test('a restricted key does not see what an endpoint was sent while it was wider', async () => {
  const [mine, foreign] = [await givenProject(stage), await givenProject(stage)]
  const key = await givenRestrictedKey(mine)
  const { id } = await givenWebhook(stage, '/narrowed')
  for (const projectId of [mine, foreign, null]) await stage.emit('content.created', projectId)
  await stage.call('POST', `/v1/webhooks/${id}/test`)
  await stage.idle()
  const all = await deliveriesOf(stage, id)
  expect(all).toHaveLength(4)
  const url = `/v1/webhooks/${id}`
  expect((await stage.call('GET', `${url}/deliveries`, undefined, key)).status).toBe(403)
  await stage.call('PATCH', url, { project_ids: [mine] })
  const { body } = await stage.call('GET', `${url}/deliveries`, undefined, key)
  const seen = body.data.map((one: { id: string }) => one.id)
  for (const { id: deliveryId, trigger, project_id: projectId } of all) {
    const isMine = trigger === 'test' || projectId === mine
    expect(seen.includes(deliveryId)).toBe(isMine)
    const one = await stage.call('GET', `${url}/deliveries/${deliveryId}`, undefined, key)
    expect(one.status).toBe(isMine ? 200 : 403)
    const again = await stage.call('POST', `${url}/deliveries/${deliveryId}/retry`, undefined, key)
    expect(again.status).toBe(isMine ? 202 : 403)
  }
})
