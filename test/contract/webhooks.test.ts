import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { deleted, delivery, webhook, webhookWithSecret } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { envelopeOf, openReceiver, receivedAt, verify } from './support/webhooks.ts'

const { call, make, givenKey, givenProject, world } = openSuite('webhooks')
const receiver = openReceiver()
const here = test.skipIf(!world.own)

// A public address by number, so that no test waits for a name server.
const url = 'https://93.184.215.14/hooks'
const input = { url, events: ['transcription.completed'] }
const create = (body: object) => call('POST', '/v1/webhooks', { body })
const givenWebhook = (changes: object = {}) => make('/v1/webhooks', { ...input, ...changes })
/** Bound to an empty project, so that events of the files beside this one do not reach it. */
const givenQuietWebhook = async (address: string) => {
  const { id } = await givenProject()
  return givenWebhook({ url: address, project_ids: [id] })
}
const change = async (id: string, body: object) =>
  (await call('PATCH', `/v1/webhooks/${id}`, { body })).body.data

test('creating answers 201 with the record and, this once, its secret', async () => {
  const { status, body } = await create({ ...input, description: 'To the CRM' })
  expect(status).toBe(201)
  expectShape(body.data, webhookWithSecret)
  expect(body.data).toMatchObject({
    ...input,
    description: 'To the CRM',
    project_ids: null,
    is_active: true,
    disabled_reason: null,
    previous_secret_expires_at: null,
  })
  expect(body.data.secret_hint).toBe(body.data.secret.slice(-4))
})

test('the secret is whsec_ and base64 of 32 bytes', async () => {
  const { secret } = await givenWebhook()
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
})

test('list and get have every field and never the secret', async () => {
  const { id, secret } = await givenWebhook()
  const { body: list } = await call('GET', '/v1/webhooks?limit=100')
  for (const item of list.data) expectShape(item, webhook)
  const { status, body } = await call('GET', `/v1/webhooks/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, webhook)
  expect(JSON.stringify([list, body])).not.toContain(secret)
})

test('url and events are required', async () => {
  expectRefusal(await create({}), 400, 'validation_error', ['url', 'events'])
  const answer = await create({ url, events: [] })
  expectRefusal(answer, 400, 'validation_error', ['events'])
})

test('only HTTPS addresses without credentials and up to 2,048 characters are taken', async () => {
  const long = `https://93.184.215.14/${'x'.repeat(2_048)}`
  for (const wrong of ['http://93.184.215.14/', 'https://me:pw@93.184.215.14/', long, 'nowhere']) {
    expectRefusal(await create({ ...input, url: wrong }), 400, 'validation_error', ['url'])
  }
})

test('loopback, link-local, metadata and private addresses are refused', async () => {
  const addresses = ['127.0.0.2', '169.254.169.254', '10.0.0.1', '192.168.1.1', '[::1]', '0x7f.2']
  for (const host of addresses) {
    const answer = await create({ ...input, url: `https://${host}/` })
    expectRefusal(answer, 400, 'validation_error', ['url'])
  }
})

test('unknown events are refused; * means all', async () => {
  const answer = await create({ url, events: ['transcription.complete'] })
  expectRefusal(answer, 400, 'validation_error')
  expect((await givenWebhook({ events: ['*'] })).events).toEqual(['*'])
})

test('project_ids must exist', async () => {
  const { id } = await givenProject()
  expect((await givenWebhook({ project_ids: [id] })).project_ids).toEqual([id])
  const answer = await create({ ...input, project_ids: ['proj_unknown'] })
  expectRefusal(answer, 400, 'validation_error', ['project_ids'])
})

test('results are included only where that is asked for, and can be switched on and off', async () => {
  expect((await givenWebhook()).include_result).toBe(false)
  const { id, include_result: isIncluded } = await givenWebhook({ include_result: true })
  expect(isIncluded).toBe(true)
  expect(await change(id, { description: 'As before' })).toMatchObject({ include_result: true })
  expect(await change(id, { include_result: false })).toMatchObject({ include_result: false })
  expect(await change(id, { include_result: true })).toMatchObject({ include_result: true })
  const answer = await create({ ...input, include_result: 'yes' })
  expectRefusal(answer, 400, 'validation_error', ['include_result'])
})

test('every field of a webhook can be changed, also alone', async () => {
  const { id } = await givenWebhook()
  const project = await givenProject()
  expectShape(await change(id, { description: 'New' }), webhook)
  const events = ['content.created']
  expect(await change(id, { events })).toMatchObject({ events, description: 'New' })
  const other = 'https://93.184.215.15/hooks'
  expect(await change(id, { url: other })).toMatchObject({ url: other, events })
  const projects = { project_ids: [project.id] }
  expect(await change(id, projects)).toMatchObject(projects)
  expect(await change(id, { project_ids: null })).toMatchObject({ project_ids: null })
  expect(await change(id, { description: null })).toMatchObject({ description: null })
})

test('switching off names the user as the reason; switching on clears it', async () => {
  const { id } = await givenWebhook()
  const off = { is_active: false, disabled_reason: 'user' }
  expect(await change(id, { is_active: false })).toMatchObject(off)
  const on = { is_active: true, disabled_reason: null, consecutive_failures: 0 }
  expect(await change(id, { is_active: true })).toMatchObject(on)
})

test('deleting answers id and deleted', async () => {
  const { id } = await givenWebhook()
  const { status, body } = await call('DELETE', `/v1/webhooks/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, deleted('wh'))
  for (const path of ['', '/deliveries']) {
    expectRefusal(await call('GET', `/v1/webhooks/${id}${path}`), 404, 'not_found')
  }
  expectRefusal(await call('DELETE', `/v1/webhooks/${id}`), 404, 'not_found')
})

test('rotating answers the record with a new secret; the old one stays valid for 24 hours', async () => {
  const { id, secret } = await givenWebhook()
  const { status, body } = await call('POST', `/v1/webhooks/${id}/rotate-secret`)
  expect(status).toBe(200)
  expectShape(body.data, webhookWithSecret)
  expect(body.data.secret).not.toBe(secret)
  const hours = (Date.parse(body.data.previous_secret_expires_at) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThan(24.1)
  const read = (await call('GET', `/v1/webhooks/${id}`)).body.data
  expect(read.previous_secret_expires_at).toBe(body.data.previous_secret_expires_at)
})

here('after a rotation both secrets verify; a second one drops the oldest', async () => {
  const address = receiver().url('/rotated', '127.0.0.1')
  const { id, secret: first } = await givenQuietWebhook(address)
  const rotate = async () => (await make(`/v1/webhooks/${id}/rotate-secret`)).secret
  const second = await rotate()
  await make(`/v1/webhooks/${id}/test`)
  const [one] = await receivedAt(receiver(), '/rotated')
  if (!one) throw new Error('Nothing was received.')
  expect(one.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  verify(first, one)
  verify(second, one)
  const third = await rotate()
  await make(`/v1/webhooks/${id}/test`)
  const two = (await receivedAt(receiver(), '/rotated', 2))[1]
  if (!two) throw new Error('Only one request was received.')
  verify(second, two)
  verify(third, two)
  expect(() => verify(first, two)).toThrow()
})

here('test sends a signed webhook.test event: 202 with the delivery', async () => {
  const address = receiver().url('/tested', '127.0.0.1')
  const { id, secret } = await givenQuietWebhook(address)
  const answer = await call('POST', `/v1/webhooks/${id}/test`)
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, delivery)
  expect(answer.body.data).toMatchObject({ webhook_id: id, trigger: 'test', event: 'webhook.test' })
  const [request] = await receivedAt(receiver(), '/tested')
  if (!request) throw new Error('Nothing was received.')
  verify(secret, request)
  const { event, project_id: project, data } = envelopeOf(request)
  expect({ event, project }).toEqual({ event: 'webhook.test', project: null })
  expect(data).toEqual({ webhook_id: id, message: expect.any(String) })
})

here('test works on an inactive endpoint', async () => {
  const { id } = await givenQuietWebhook(receiver().url('/inactive', '127.0.0.1'))
  await change(id, { is_active: false })
  await make(`/v1/webhooks/${id}/test`)
  expect(await receivedAt(receiver(), '/inactive')).toHaveLength(1)
})

test('an unknown webhook is 404 on every path', async () => {
  const path = '/v1/webhooks/wh_unknown'
  for (const sub of ['', '/deliveries', '/deliveries/dlv_x']) {
    expectRefusal(await call('GET', path + sub), 404, 'not_found')
  }
  for (const sub of ['/rotate-secret', '/test', '/deliveries/dlv_x/retry']) {
    expectRefusal(await call('POST', path + sub), 404, 'not_found')
  }
  expectRefusal(await call('PATCH', path, { body: {} }), 404, 'not_found')
  expectRefusal(await call('DELETE', path), 404, 'not_found')
})

test('the version is pinned at creation', async () => {
  const { api_version: version } = await givenWebhook()
  expect(version).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('at most twenty endpoints exist', async () => {
  const answers = []
  for (let count = 0; count < 21; count++) {
    const answer = await create(input)
    answers.push(answer)
    if (answer.status !== 201) break
  }
  const last = answers.at(-1)
  if (!last) throw new Error('Nothing was asked.')
  expectRefusal(last, 400, 'validation_error')
  for (const { status, body } of answers) {
    if (status === 201) await call('DELETE', `/v1/webhooks/${body.data.id}`)
  }
})

test('a key restricted to projects makes webhooks for those only', async () => {
  const [own, other] = [await givenProject(), await givenProject()]
  const { key } = await givenKey({ project_ids: [own.id] })
  const body = { ...input, project_ids: [other.id] }
  const answer = await call('POST', '/v1/webhooks', { key, body })
  expectRefusal(answer, 403, 'project_access_denied')
})
