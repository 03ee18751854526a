import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { apiKey, createdApiKey, deleted } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const { call, make, givenKey, givenProject } = openSuite('api keys')

const listed = async (id: string) => {
  const { body } = await call('GET', '/v1/api-keys?limit=100')
  return body.data.find((item: { id: string }) => item.id === id)
}

test('creating answers the key once, whole, with what it may do', async () => {
  const { status, body } = await call('POST', '/v1/api-keys', { body: { name: 'Script' } })
  expect(status).toBe(201)
  expectShape(body.data, createdApiKey)
  const { key, key_prefix: prefix } = body.data
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]{43}$/)
  expect(prefix).toBe(key.slice(0, 12))
  expect(body.data).toMatchObject({
    name: 'Script',
    key_type: 'secret',
    scopes: ['read', 'write'],
    project_ids: null,
    last_used_at: null,
    expires_at: null,
  })
})

test('the list has every field but never the full key', async () => {
  const { id, key } = await givenKey()
  const item = await listed(id)
  expectShape(item, apiKey)
  expect(item).not.toHaveProperty('key')
  const { body } = await call('GET', '/v1/api-keys?limit=100')
  expect(JSON.stringify(body)).not.toContain(key)
})

test('scopes may be read or read and write', async () => {
  const { scopes: reading } = await make('/v1/api-keys', { name: 'r', scopes: ['read'] })
  const { scopes: both } = await make('/v1/api-keys', { name: 'rw', scopes: ['read', 'write'] })
  expect([reading, both]).toEqual([['read'], ['read', 'write']])
  for (const scopes of [['admin'], 'read', ['read', 'read']]) {
    const answer = await call('POST', '/v1/api-keys', { body: { name: 'x', scopes } })
    expectRefusal(answer, 400, 'validation_error')
  }
})

test('a name is required', async () => {
  for (const body of [{}, { name: '' }, { name: 7 }]) {
    const answer = await call('POST', '/v1/api-keys', { body })
    expectRefusal(answer, 400, 'validation_error', ['name'])
  }
})

test('project_ids restrict the key and must exist', async () => {
  const { id } = await givenProject()
  const made = await make('/v1/api-keys', { name: 'x', project_ids: [id] })
  expect(made.project_ids).toEqual([id])
  const body = { name: 'x', project_ids: ['proj_unknown'] }
  const answer = await call('POST', '/v1/api-keys', { body })
  expectRefusal(answer, 400, 'validation_error', ['project_ids'])
})

test('a publishable key is chosen by key_type, needs projects and has no scopes', async () => {
  const body = { name: 'Widget', key_type: 'publishable' }
  const refused = await call('POST', '/v1/api-keys', { body })
  expectRefusal(refused, 400, 'validation_error', ['project_ids'])
  const { id } = await givenProject()
  const made = await make('/v1/api-keys', { ...body, project_ids: [id] })
  expectShape(made, createdApiKey)
  expect(made.key).toMatch(/^pk_live_[0-9A-Za-z]{43}$/)
  expect(made).toMatchObject({ key_type: 'publishable', scopes: [], project_ids: [id] })
  expect(await listed(made.id)).toMatchObject({ key_type: 'publishable' })
})

test('revoking answers id and deleted; the id is unknown then', async () => {
  const { id } = await givenKey()
  const { status, body } = await call('DELETE', `/v1/api-keys/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, deleted('key'))
  expect(await listed(id)).toBeUndefined()
  expectRefusal(await call('DELETE', `/v1/api-keys/${id}`), 404, 'not_found')
})

test('a key cannot revoke itself: 409 cannot_revoke_current_key, and it goes on working', async () => {
  const { id, key } = await givenKey()
  const answer = await call('DELETE', `/v1/api-keys/${id}`, { key })
  expectRefusal(answer, 409, 'cannot_revoke_current_key')
  expect((await call('GET', '/v1/org', { key })).status).toBe(200)
})

test('last_used_at is set by use', async () => {
  const { id, key } = await givenKey()
  expect(await listed(id)).toMatchObject({ last_used_at: null })
  const before = new Date().toISOString()
  await call('GET', '/v1/org', { key })
  const { last_used_at: used } = await listed(id)
  expect(used >= before.slice(0, 19)).toBe(true)
})

test('an expiry may be set in the future and not in the past', async () => {
  const body = (expires: string) => ({ name: 'x', expires_at: expires })
  const past = await call('POST', '/v1/api-keys', { body: body('2020-01-01T00:00:00Z') })
  expectRefusal(past, 400, 'validation_error', ['expires_at'])
  const made = await make('/v1/api-keys', body('2099-01-01T00:00:00Z'))
  expect(made.expires_at).toBe('2099-01-01T00:00:00.000Z')
})

test('a key makes none with more rights than its own', async () => {
  const [own, other] = [await givenProject(), await givenProject()]
  const { key } = await givenKey({ project_ids: [own.id] })
  const wider = await call('POST', '/v1/api-keys', {
    key,
    body: { name: 'x', project_ids: [other.id] },
  })
  expectRefusal(wider, 403, 'project_access_denied')
  const same = await call('POST', '/v1/api-keys', { key, body: { name: 'x' } })
  expect(same.body.data.project_ids).toEqual([own.id])
  const { key: reading } = await givenKey({ scopes: ['read'] })
  const writing = await call('POST', '/v1/api-keys', { key: reading, body: { name: 'x' } })
  expectRefusal(writing, 403, 'insufficient_permissions')
})
