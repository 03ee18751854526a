import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const create = (body: Record<string, unknown>, key?: string) =>
  app.call('POST', '/v1/api-keys', { body, ...(key && { key }) })

test('the full key is in the response that creates it and in no list', async () => {
  const { status, body } = await create({ name: 'Script' })
  expect(status).toBe(201)
  expect(body.data.key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/)
  expect(body.data.key.startsWith(body.data.key_prefix)).toBe(true)
  expect(body.data).toMatchObject({ scopes: ['read', 'write'], project_ids: null, name: 'Script' })
  const list = await app.call('GET', '/v1/api-keys')
  expect(JSON.stringify(list.body)).not.toContain(body.data.key)
  expect(list.body.data[0]).toMatchObject({ id: body.data.id, key_type: 'secret' })
  expect(list.body.data[0]).not.toHaveProperty('key')
})

test('a read key reads and cannot write', async () => {
  const key = await givenKey(app, { scopes: ['read'] })
  expect((await app.call('GET', '/v1/projects', { key })).status).toBe(200)
  const { status, body } = await app.call('POST', '/v1/projects', { key, body: { name: 'x' } })
  expect([status, body.error.code]).toEqual([403, 'insufficient_permissions'])
})

test('a publishable key needs projects and may only upload there', async () => {
  const refused = await create({ name: 'Widget', key_type: 'publishable' })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'project_ids'])
  const project = await givenProject(app)
  const other = await givenProject(app)
  const key = await givenKey(app, { key_type: 'publishable', project_ids: [project.id] })
  expect(key).toMatch(/^pk_live_/)
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const upload = (id: string) =>
    app.call('POST', `/v1/projects/${id}/content/upload-url`, { key, body: file })
  expect((await upload(project.id)).status).toBe(201)
  expect((await upload(other.id)).body.error.code).toBe('project_access_denied')
  expect((await app.call('GET', '/v1/projects', { key })).status).toBe(403)
})

test('a revoked key is refused at once with authentication_required', async () => {
  const { body } = await create({ name: 'Short-lived' })
  const { id, key } = body.data
  expect((await app.call('GET', '/v1/org', { key })).status).toBe(200)
  const removed = await app.call('DELETE', `/v1/api-keys/${id}`)
  expect(removed.body.data).toEqual({ id, deleted: true })
  const refused = await app.call('GET', '/v1/org', { key })
  expect([refused.status, refused.body.error.code]).toEqual([401, 'authentication_required'])
  expect((await app.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(404)
})

test('a key cannot revoke itself', async () => {
  const { body } = await create({ name: 'Self' })
  const { id, key } = body.data
  const refused = await app.call('DELETE', `/v1/api-keys/${id}`, { key })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'cannot_revoke_current_key'])
})

test('a restricted key makes keys for its own projects only', async () => {
  const [own, other] = [await givenProject(app), await givenProject(app)]
  const key = await givenKey(app, { project_ids: [own.id] })
  expect((await create({ name: 'Child' }, key)).body.data.project_ids).toEqual([own.id])
  for (const project_ids of [[other.id], null]) {
    const refused = await create({ name: 'Wider', project_ids }, key)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'project_access_denied'])
  }
})

test('a key that expires makes none that works for longer', async () => {
  const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
  const [soon, before, after] = [at(60_000), at(30_000), at(60_001)]
  const { key } = (await create({ name: 'Expiring', expires_at: soon })).body.data
  const refused = [403, 'insufficient_permissions']
  for (const expires_at of [after, null]) {
    const { status, body } = await create({ name: 'Longer', expires_at }, key)
    expect([status, body.error.code]).toEqual(refused)
  }
  for (const expires_at of [before, soon]) {
    const { status, body } = await create({ name: 'No longer', expires_at }, key)
    expect([status, body.data.expires_at]).toEqual([201, expires_at])
  }
  const child = (await create({ name: 'forever' }, key)).body.data
  expect(child.expires_at).toBe(soon)
  // Nor does a key that such a one made, nor one for a web page.
  expect((await create({ name: 'Grandchild' }, child.key)).body.data.expires_at).toBe(soon)
  const { id } = await givenProject(app)
  const widget = { name: 'Widget', key_type: 'publishable', project_ids: [id] }
  expect((await create(widget, child.key)).body.data.expires_at).toBe(soon)
  const longer = await create({ ...widget, expires_at: after }, child.key)
  expect([longer.status, longer.body.error.code]).toEqual(refused)
})

test('null for projects and expiry is what a key without them answers', async () => {
  const { status, body } = await create({ name: 'Open', project_ids: null, expires_at: null })
  expect(status).toBe(201)
  expect(body.data).toMatchObject({ project_ids: null, expires_at: null })
})

test('a publishable key has no scopes, and asking for some is refused', async () => {
  const { id } = await givenProject(app)
  const widget = { name: 'Widget', key_type: 'publishable', project_ids: [id] }
  const refused = await create({ ...widget, scopes: ['read'] })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'scopes'])
  expect((await create({ ...widget, scopes: [] })).body.data.scopes).toEqual([])
})

test('a restricted key revokes no key that reaches further than itself', async () => {
  const [own, other] = [await givenProject(app), await givenProject(app)]
  const key = await givenKey(app, { project_ids: [own.id] })
  const revoke = async (project_ids?: string[]) => {
    const { body } = await create({ name: 'Target', ...(project_ids && { project_ids }) })
    const answer = await app.call('DELETE', `/v1/api-keys/${body.data.id}`, { key })
    const use = await app.call('GET', '/v1/org', { key: body.data.key })
    return [answer.status, answer.body.error?.code, use.status]
  }
  const refused = [403, 'project_access_denied', 200]
  expect(await revoke()).toEqual(refused)
  expect(await revoke([other.id])).toEqual(refused)
  expect(await revoke([own.id, other.id])).toEqual(refused)
  expect(await revoke([own.id])).toEqual([200, undefined, 401])
  expect((await app.call('DELETE', '/v1/api-keys/key_none', { key })).status).toBe(404)
})

test.each([
  ['name', '   '],
  ['scopes', []],
  ['expires_at', '2030-12-31T23:59:60Z'],
  ['expires_at', '9999-12-31T23:59:59-23:59'],
  ['expires_at', '2020-01-01T00:00:00Z'],
])('%s %j is refused by name', async (field, value) => {
  const { status, body } = await create({ name: 'Wrong', [field]: value })
  expect([status, body.error.details[0].field]).toEqual([400, field])
})

test('a key for a project that is not there is refused, naming the field', async () => {
  const { status, body } = await create({ name: 'Lost', project_ids: ['proj_none'] })
  expect([status, body.error.details[0].field]).toEqual([400, 'project_ids'])
})

test('an expired key is refused; last_used_at is written at most once a minute', async () => {
  const expires = new Date(app.clock.now().getTime() + 120_000).toISOString()
  const { body } = await create({ name: 'Until', expires_at: expires })
  const { id, key } = body.data
  const lastUsed = async () => {
    const { body: list } = await app.call('GET', '/v1/api-keys')
    return list.data.find((item: { id: string }) => item.id === id).last_used_at
  }
  await app.call('GET', '/v1/org', { key })
  const first = await lastUsed()
  expect(first).toBe(app.clock.now().toISOString())
  app.clock.advance(30_000)
  await app.call('GET', '/v1/org', { key })
  expect(await lastUsed()).toBe(first)
  app.clock.advance(30_000)
  await app.call('GET', '/v1/org', { key })
  expect(await lastUsed()).toBe(app.clock.now().toISOString())
  app.clock.advance(60_000)
  expect((await app.call('GET', '/v1/org', { key })).status).toBe(401)
})

test('only hashes are stored', async () => {
  const { body } = await create({ name: 'Hashed' })
  const rows = await app.deps.db.sql.selectFrom('api_keys').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(body.data.key)
  expect(JSON.stringify(rows)).not.toContain(app.sessionToken)
})
