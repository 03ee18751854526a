import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { openSuite } from './support/suite.ts'
import { openUpload, sendBytes, tone } from './support/uploads.ts'

const { call, make, givenKey, givenProject } = openSuite('authentication')

const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
const required = 'authentication_required'

test('a request without a key is 401 authentication_required', async () => {
  const answer = await call('GET', '/v1/org', { key: null })
  expectRefusal(answer, 401, required)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer')
})

test.each(['', 'Basic abc', 'Bearer', 'Bearer  ', 'Bearer sk_live_wrong', 'sk_live_wrong'])(
  'the header must be Authorization: Bearer with a known key, not %j',
  async (authorization) => {
    const answer = await call('GET', '/v1/org', { key: null, headers: { authorization } })
    expectRefusal(answer, 401, required)
  },
)

test('a secret key has full access and the prefix sk_live_', async () => {
  const { key } = await givenKey()
  expect(key).toMatch(/^sk_live_/)
  for (const path of ['/v1/org', '/v1/api-keys', '/v1/projects', '/v1/prompts', '/v1/webhooks']) {
    expect((await call('GET', path, { key })).status).toBe(200)
  }
  const made = await call('POST', '/v1/projects', { key, body: { name: 'By key' } })
  expect(made.status).toBe(201)
})

test('a publishable key uploads in its projects from start to end', async () => {
  const project = await givenProject()
  const { key } = await givenKey({ key_type: 'publishable', project_ids: [project.id] })
  const bytes = tone()
  const body = { ...file, size_bytes: bytes.length }
  const base = `/v1/projects/${project.id}/content`
  const opened = await call('POST', `${base}/upload-url`, { key, body })
  expect(opened.status).toBe(201)
  expect((await sendBytes(opened.body.data, bytes)).ok).toBe(true)
  const complete = `${base}/${opened.body.data.content_id}/upload-complete`
  expect((await call('POST', complete, { key })).status).toBe(202)
})

test('a publishable key may do nothing else', async () => {
  const [project, other] = [await givenProject(), await givenProject()]
  const { key } = await givenKey({ key_type: 'publishable', project_ids: [project.id] })
  const reads = ['/v1/org', '/v1/projects', `/v1/projects/${project.id}`, '/v1/search/content?q=a']
  for (const path of reads) {
    expectRefusal(await call('GET', path, { key }), 403, 'insufficient_permissions')
  }
  const write = await call('POST', '/v1/projects', { key, body: { name: 'x' } })
  expectRefusal(write, 403, 'insufficient_permissions')
  const elsewhere = `/v1/projects/${other.id}/content/upload-url`
  const upload = await call('POST', elsewhere, { key, body: file })
  expectRefusal(upload, 403, 'project_access_denied')
})

test('the scope read reads every resource and changes none', async () => {
  const { key } = await givenKey({ scopes: ['read'] })
  const { id } = await givenProject()
  for (const path of ['/v1/org', '/v1/api-keys', `/v1/projects/${id}`, '/v1/prompts']) {
    expect((await call('GET', path, { key })).status).toBe(200)
  }
  const writes: [string, string, object?][] = [
    ['POST', '/v1/projects', { name: 'x' }],
    ['PATCH', `/v1/projects/${id}`, { name: 'x' }],
    ['DELETE', `/v1/projects/${id}`],
    ['POST', '/v1/webhooks/wh_unknown/test'],
  ]
  for (const [method, path, body] of writes) {
    const answer = await call(method, path, { key, ...(body && { body }) })
    expectRefusal(answer, 403, 'insufficient_permissions')
  }
  expect((await call('GET', `/v1/projects/${id}`)).body.data.name).toBe('Contract')
})

test('write creates, updates, deletes and triggers', async () => {
  const { key } = await givenKey({ scopes: ['read', 'write'] })
  const made = await call('POST', '/v1/projects', { key, body: { name: 'x' } })
  const path = `/v1/projects/${made.body.data.id}`
  const changed = await call('PATCH', path, { key, body: { name: 'y' } })
  const triggered = await call('POST', `${path}/insights/generate`, { key })
  const gone = await call('DELETE', path, { key })
  expect([made, changed, triggered, gone].map(({ status }) => status)).toEqual([201, 200, 202, 200])
})

test('a restricted key reaches its projects only; another one is 403 project_access_denied', async () => {
  const [own, other] = [await givenProject(), await givenProject()]
  const { key } = await givenKey({ project_ids: [own.id] })
  expect((await call('GET', `/v1/projects/${own.id}`, { key })).status).toBe(200)
  const base = `/v1/projects/${other.id}`
  for (const path of [base, `${base}/content`, `${base}/insights/history`]) {
    expectRefusal(await call('GET', path, { key }), 403, 'project_access_denied')
  }
  const change = await call('PATCH', base, { key, body: { name: 'x' } })
  expectRefusal(change, 403, 'project_access_denied')
  expectRefusal(await call('DELETE', base, { key }), 403, 'project_access_denied')
  expectRefusal(await call('GET', '/v1/projects/proj_unknown', { key }), 404, 'not_found')
})

test('a restricted key keeps organization-level endpoints; lists show its projects only', async () => {
  const [own] = [await givenProject(), await givenProject()]
  const { key } = await givenKey({ project_ids: [own.id] })
  expect((await call('GET', '/v1/org', { key })).status).toBe(200)
  const { body } = await call('GET', '/v1/projects', { key })
  expect(body.data.map((item: { id: string }) => item.id)).toEqual([own.id])
})

test('a revoked key is 401 at the next request, also for a hundred clients at once', async () => {
  const { id, key } = await givenKey()
  const ask = () => call('GET', '/v1/org', { key })
  expect((await ask()).status).toBe(200)
  expect((await call('DELETE', `/v1/api-keys/${id}`)).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 100 }, ask))
  for (const answer of answers) expectRefusal(answer, 401, required)
})

test('keys are rotated without a gap: new key, switch, revoke the old one', async () => {
  const old = await givenKey({ scopes: ['read'] })
  const { body } = await call('GET', '/v1/api-keys?limit=100')
  const rights = body.data.find((item: { id: string }) => item.id === old.id)
  const fresh = await make('/v1/api-keys', { name: 'Next', scopes: rights.scopes })
  expect(fresh).toMatchObject({ scopes: rights.scopes, project_ids: rights.project_ids })
  expect((await call('GET', '/v1/org', { key: fresh.key })).status).toBe(200)
  await call('DELETE', `/v1/api-keys/${old.id}`)
  expect((await call('GET', '/v1/org', { key: old.key })).status).toBe(401)
  expect((await call('GET', '/v1/org', { key: fresh.key })).status).toBe(200)
})

test('a key restricted in a project is scoped to that project', async () => {
  const project = await givenProject()
  const { key } = await givenKey({ project_ids: [project.id] })
  const opened = await openUpload(
    (method, path, options) => call(method, path, { ...options, key }),
    project.id,
    file,
  )
  expect(opened.answer.status).toBe(201)
})
