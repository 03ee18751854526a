import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDatabase, givenProject, givenWebhook, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(async () => {
  await stage.stop()
  await closeDatabase()
})
beforeEach(async () => {
  await stage.db.sql.deleteFrom('webhooks').execute()
})

test('creating a webhook returns its secret once, and no list, read or row holds it', async () => {
  const url = stage.receiver.url('/once')
  const events = ['transcription.completed']
  const input = { url, events, description: 'For the CRM' }
  const { status, body } = await stage.call('POST', '/v1/webhooks', input)
  expect(status).toBe(201)
  const { secret, ...record } = body.data
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(record).toEqual({
    ...input,
    id: expect.stringMatching(/^wh_/),
    project_ids: null,
    include_result: false,
    is_active: true,
    disabled_reason: null,
    api_version: '2026-11-21',
    secret_hint: secret.slice(-4),
    previous_secret_expires_at: null,
    consecutive_failures: 0,
    last_delivery_at: null,
    last_success_at: null,
    created_by: expect.stringMatching(/^mem_/),
    created_at: stage.clock.now().toISOString(),
    updated_at: stage.clock.now().toISOString(),
  })
  expect((await stage.call('GET', `/v1/webhooks/${record.id}`)).body.data).toEqual(record)
  const list = await stage.call('GET', '/v1/webhooks')
  expect(list.body).toMatchObject({ data: [record], pagination: { has_more: false } })
  const rows = await stage.db.sql.selectFrom('webhooks').selectAll().execute()
  expect(JSON.stringify([list.body, rows])).not.toContain(secret.slice(6, 40))
})

test.each([
  [{ url: 'http://127.0.0.1:8443/' }, 'url', 'https_required'],
  [{ url: 'https://10.0.0.1/' }, 'url', 'address_blocked'],
  [{ url: 'https://[::1]/' }, 'url', 'address_blocked'],
  [{ url: 'https://hooks.invalid/' }, 'url', 'no_such_host'],
  [{ url: `https://${'x'.repeat(64)}.com/` }, 'url', 'no_such_host'],
  [{ url: 'https://169.254.169.254/latest/' }, 'url', 'address_blocked'],
  [{ url: `https://example.com/${'x'.repeat(2_040)}` }, 'url', 'invalid'],
  [{ url: undefined }, 'url', 'required'],
  [{ events: [] }, 'events', 'invalid'],
  [{ events: ['content.exploded'] }, 'events.0', 'invalid'],
  [{ events: ['*', '*'] }, 'events', 'invalid'],
  [{ events: undefined }, 'events', 'required'],
  [{ project_ids: ['proj_unknown'] }, 'project_ids', 'unknown'],
  [{ project_ids: [] }, 'project_ids', 'invalid'],
  [{ secret: 'whsec_mine' }, 'secret', 'unknown_field'],
  [{ webhook_allow: ['10.0.0.0/8'] }, 'webhook_allow', 'unknown_field'],
])('creating one with %j is refused: %s %s', async (change, field, code) => {
  const input = { url: stage.receiver.url(), events: ['*'], ...change }
  const { status, body } = await stage.call('POST', '/v1/webhooks', input)
  expect(status).toBe(400)
  expect(body.error.code).toBe('validation_error')
  expect(body.error.details).toContainEqual(expect.objectContaining({ field, code }))
  expect((await stage.call('GET', '/v1/webhooks')).body.data).toEqual([])
})

test('changing gives only the named fields another value; the address is checked again', async () => {
  const { id } = await givenWebhook(stage, '/', { description: 'old' })
  const url = `/v1/webhooks/${id}`
  const changed = await stage.call('PATCH', url, { events: ['content.deleted'] })
  expect(changed.body.data).toMatchObject({ events: ['content.deleted'], description: 'old' })
  const cleared = await stage.call('PATCH', url, { description: null })
  expect(cleared.body.data).toMatchObject({ events: ['content.deleted'], description: null })
  const blocked = await stage.call('PATCH', url, { url: 'https://192.168.1.1/' })
  expect(blocked.body.error.details[0]).toMatchObject({ field: 'url', code: 'address_blocked' })
  expect((await stage.call('PATCH', '/v1/webhooks/wh_unknown', {})).status).toBe(404)
})

test('there may be 20 webhooks and no more', async () => {
  for (let count = 0; count < 20; count++) await givenWebhook(stage, `/${count}`)
  const input = { url: stage.receiver.url(), events: ['*'] }
  const { status, body } = await stage.call('POST', '/v1/webhooks', input)
  expect(status).toBe(400)
  expect(body.error.details[0]).toMatchObject({ field: 'webhooks', code: 'too_many' })
  const first = await stage.call('GET', '/v1/webhooks?limit=15')
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await stage.call('GET', `/v1/webhooks?limit=15&cursor=${cursor}`)
  const ids = [...first.body.data, ...second.body.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(20)
  expect(second.body.pagination).toEqual({ has_more: false, next_cursor: null })
})

test('unknown webhooks and deliveries answer 404 everywhere', async () => {
  const { id } = await givenWebhook(stage)
  const calls: [string, string][] = [
    ['GET', 'wh_unknown'],
    ['DELETE', 'wh_unknown'],
    ['POST', 'wh_unknown/rotate-secret'],
    ['POST', 'wh_unknown/test'],
    ['GET', 'wh_unknown/deliveries'],
    ['GET', `${id}/deliveries/dlv_unknown`],
    ['POST', `${id}/deliveries/dlv_unknown/retry`],
  ]
  for (const [method, path] of calls) {
    const { status, body } = await stage.call(method, `/v1/webhooks/${path}`)
    expect([path, status, body.error.code]).toEqual([path, 404, 'not_found'])
  }
})

test('a restricted key keeps to webhooks within its projects', async () => {
  const [own, other] = [await givenProject(stage), await givenProject(stage)]
  const made = await stage.call('POST', '/v1/api-keys', { name: 'CI', project_ids: [own] })
  const key = made.body.data.key
  const create = (input: object) =>
    stage.call('POST', '/v1/webhooks', { url: stage.receiver.url(), events: ['*'], ...input }, key)
  expect((await create({})).body.data.project_ids).toEqual([own])
  for (const project_ids of [[other], [own, other], null]) {
    const { status, body } = await create({ project_ids })
    expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
  }
  const everywhere = await givenWebhook(stage)
  const elsewhere = await givenWebhook(stage, '/', { project_ids: [other] })
  for (const { id } of [everywhere, elsewhere]) {
    const { status, body } = await stage.call('GET', `/v1/webhooks/${id}`, undefined, key)
    expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
    const deleted = await stage.call('DELETE', `/v1/webhooks/${id}`, undefined, key)
    expect(deleted.status).toBe(403)
  }
  const list = await stage.call('GET', '/v1/webhooks', undefined, key)
  expect(list.body.data).toHaveLength(1)
  const widened = { project_ids: null }
  const url = `/v1/webhooks/${list.body.data[0].id}`
  expect((await stage.call('PATCH', url, widened, key)).status).toBe(403)
})

test('both secrets sign for 24 hours after a rotation, the new one first, then only the new one', async () => {
  const { id, secret: first } = await givenWebhook(stage, '/rotated')
  const send = async () => {
    await stage.emit('content.created')
    await stage.idle()
    const request = stage.receiver.requests.findLast(({ path }) => path === '/rotated')
    if (!request) throw new Error('nothing was received')
    const { headers, body } = request
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
    // The library refuses old timestamps, so its signing side recomputes them.
    const sign = (secret: string) =>
      new Webhook(secret).sign(String(headers['webhook-id']), sentAt, body.toString())
    return { signatures: headers['webhook-signature']?.split(' '), sign }
  }
  const alone = await send()
  expect(alone.signatures).toEqual([alone.sign(first)])

  const rotated = await stage.call('POST', `/v1/webhooks/${id}/rotate-secret`)
  expect(rotated.status).toBe(200)
  const { secret: second, previous_secret_expires_at: expiresAt } = rotated.body.data
  expect(Date.parse(expiresAt) - stage.clock.now().getTime()).toBe(24 * 3_600_000)
  expect(second).not.toBe(first)
  const both = await send()
  expect(both.signatures).toEqual([both.sign(second), both.sign(first)])

  stage.clock.advance(24 * 3_600_000)
  expect((await send()).signatures).toHaveLength(2)
  stage.clock.advance(1_000)
  const after = await send()
  expect(after.signatures).toEqual([after.sign(second)])
  const read = await stage.call('GET', `/v1/webhooks/${id}`)
  expect(read.body.data).toMatchObject({ previous_secret_expires_at: null })

  // Twice within 24 hours: the oldest is dropped.
  const third = (await stage.call('POST', `/v1/webhooks/${id}/rotate-secret`)).body.data.secret
  const fourth = (await stage.call('POST', `/v1/webhooks/${id}/rotate-secret`)).body.data.secret
  const last = await send()
  expect(last.signatures).toEqual([last.sign(fourth), last.sign(third)])
})

test('a secret that the installation can no longer open fails the attempt and names the way out', async () => {
  const { id } = await givenWebhook(stage, '/sealed')
  await stage.db.sql.updateTable('webhooks').set({ secret_sealed: 'AAAA' }).execute()
  await stage.call('POST', `/v1/webhooks/${id}/test`)
  await stage.idle()
  const { body } = await stage.call('GET', `/v1/webhooks/${id}/deliveries`)
  expect(body.data[0].last_error).toMatchObject({ code: 'secret_unreadable' })
  await stage.call('POST', `/v1/webhooks/${id}/rotate-secret`)
  await stage.call('POST', `/v1/webhooks/${id}/test`)
  await stage.idle()
  const after = await stage.call('GET', `/v1/webhooks/${id}/deliveries`)
  expect(after.body.data.map(({ status }: { status: string }) => status)).toContain('exhausted')
})
