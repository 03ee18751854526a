import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { openSuite } from './support/suite.ts'

const { call, givenKey, givenProject, world } = openSuite('errors')

test('an error is an object with code and message, and meta with the request id', async () => {
  const { status, headers, body } = await call('GET', '/v1/projects/proj_unknown')
  expect(status).toBe(404)
  expect(body.error).toMatchObject({ code: 'not_found', message: expect.any(String) })
  expect(body.meta.request_id).toMatch(/^req_/)
  expect(headers.get('x-request-id')).toBe(body.meta.request_id)
})

test('a missing key is authentication_required, also where nothing is', async () => {
  for (const path of ['/v1/org', '/v1/nothing']) {
    expectRefusal(await call('GET', path, { key: null }), 401, 'authentication_required')
  }
})

test('a key without the scope is insufficient_permissions', async () => {
  const { key } = await givenKey({ scopes: ['read'] })
  const answer = await call('POST', '/v1/projects', { key, body: { name: 'x' } })
  expectRefusal(answer, 403, 'insufficient_permissions')
})

test('validation names each field that is wrong, with a code', async () => {
  const body = { name: '', description: 7, settings: { auto_analyze: 'yes' }, extra: 1 }
  const { status, body: answer } = await call('POST', '/v1/projects', { body })
  expect([status, answer.error.code]).toEqual([400, 'validation_error'])
  const fields = answer.error.details.map(({ field }: { field: string }) => field)
  const wrong = ['name', 'description', 'settings.auto_analyze', 'extra']
  expect(fields).toEqual(expect.arrayContaining(wrong))
})

test.each(['{"name":', '', '[]', 'null', '"text"', '{"name":"a\\u0000b"}'])(
  'the body %j is a validation_error',
  async (body) => {
    const answer = await call('POST', '/v1/projects', { body })
    expectRefusal(answer, 400, 'validation_error')
  },
)

test('a body that is not JSON is 415 unsupported_media_type', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
    const headers = { 'content-type': type }
    const answer = await call('POST', '/v1/projects', { body: 'name=x', headers })
    expectRefusal(answer, 415, 'unsupported_media_type')
  }
})

test('JSON over 1 MB is 413 payload_too_large', async () => {
  const body = { name: 'x', description: 'x'.repeat(1_100_000) }
  expectRefusal(await call('POST', '/v1/projects', { body }), 413, 'payload_too_large')
})

test('an unknown address is 404 not_found', async () => {
  for (const path of ['/v1', '/v1/', '/v1/nothing', '/v2/projects', '/v1/projects/x/y/z']) {
    expectRefusal(await call('GET', path), 404, 'not_found')
  }
})

test('a known address with another method is 405 with Allow', async () => {
  const { id } = await givenProject()
  const cases: [string, string, string[]][] = [
    ['PUT', '/v1/projects', ['GET', 'POST']],
    ['DELETE', '/v1/org', ['GET']],
    ['POST', `/v1/projects/${id}`, ['DELETE', 'GET', 'PATCH']],
  ]
  for (const [method, path, allowed] of cases) {
    const answer = await call(method, path)
    expectRefusal(answer, 405, 'method_not_allowed')
    const allow = answer.headers.get('allow')?.split(', ') ?? []
    expect(allow).toEqual(expect.arrayContaining(allowed))
  }
})

test('ids of another kind, malformed and foreign ones are 404', async () => {
  const { recording } = world
  const wrong = ['x', 'prompt_x', '..%2f..%2fetc', '%00', "'%20or%201=1", 'é'.repeat(50)]
  for (const id of [...wrong, recording.contentId]) {
    expectRefusal(await call('GET', `/v1/projects/${id}`), 404, 'not_found')
    expectRefusal(await call('GET', `/v1/webhooks/${id}`), 404, 'not_found')
  }
})

test('no error tells of the inside', async () => {
  const answers = [
    await call('POST', '/v1/projects', { body: '{"name":' }),
    await call('GET', '/v1/projects?cursor=%F0%9F%92%A3'),
    await call('GET', "/v1/search/content?q='%22%3B--"),
    await call('POST', '/v1/prompts', { body: { name: 'x', template: '{{transcript}}{{' } }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBeLessThan(500)
    expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts:|node_modules|FST_|SELECT |select "/)
  }
})

test('bad input is never a 5xx', async () => {
  const values = [null, [], {}, 7, true, '', ' ', 'x'.repeat(10_000), '\ud800', '\u0000', '{{']
  for (const value of values) {
    for (const path of ['/v1/projects', '/v1/prompts', '/v1/webhooks', '/v1/api-keys']) {
      const { status } = await call('POST', path, { body: { name: value, template: value } })
      expect(status).toBeLessThan(500)
    }
  }
})

const local = test.skipIf(!world.own)

local('a foreign Origin is 403 origin_not_allowed', async () => {
  const headers = { origin: 'http://evil.example' }
  expectRefusal(await call('GET', '/v1/org', { headers }), 403, 'origin_not_allowed')
})
