import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiVersions, currentApiVersion } from '../../../service/core/api-version.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenKey } from '../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  // An address of documentation, which nobody answers at and nothing is sent to.
  app = await startTestApp({ env: { EARSHOT_WEBHOOK_ALLOW: '192.0.2.1' } })
})
afterAll(() => app.stop())

const pinnedOf = async (name: string) => {
  const row = await app.deps.db.sql
    .selectFrom('api_keys')
    .select('api_version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.api_version
}

test('the registry holds year-month-days in order and ends with the current one', () => {
  expect(apiVersions.toSorted()).toEqual([...apiVersions])
  expect(apiVersions.at(-1)).toBe(currentApiVersion)
  for (const date of apiVersions) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
})

test('an answer speaks the version of its key where the request names none', async () => {
  const key = await givenKey(app, { name: 'Pinned' })
  expect(await pinnedOf('Pinned')).toBe(currentApiVersion)
  expect(await pinnedOf('This session')).toBe(currentApiVersion)
  const answer = await app.call('GET', '/v1/org', { key })
  expect(answer.headers.get('api-version')).toBe(currentApiVersion)
})

test('a supported version may be named', async () => {
  for (const version of apiVersions) {
    const headers = { 'api-version': version }
    const answer = await app.call('GET', '/v1/org', { headers })
    expect([answer.status, answer.headers.get('api-version')]).toEqual([200, version])
    await app.call('POST', '/v1/api-keys', { headers, body: { name: `Key of ${version}` } })
    expect(await pinnedOf(`Key of ${version}`)).toBe(version)
  }
})

test.each(['', '2020-01-01', '2026-11-22', 'latest', '2026-11-21, 2026-11-21', 'v1'])(
  'Api-Version %j is refused, naming the supported ones',
  async (version) => {
    const headers = { 'api-version': version }
    const { status, body, headers: answered } = await app.call('GET', '/v1/org', { headers })
    expect([status, body.error.code]).toEqual([400, 'unsupported_api_version'])
    for (const supported of apiVersions) expect(body.error.message).toContain(supported)
    expect(answered.get('api-version')).toBe(currentApiVersion)
    const made = await app.call('POST', '/v1/projects', { headers, body: { name: 'Refused' } })
    expect(made.status).toBe(400)
  },
)

test('errors name it too, unless nobody knows who asks', async () => {
  const missing = await app.call('GET', '/v1/projects/proj_none')
  const unknown = await app.call('GET', '/v1/nothing')
  const wrong = await app.call('POST', '/v1/projects', { body: {} })
  for (const { headers } of [missing, unknown, wrong]) {
    expect(headers.get('api-version')).toBe(currentApiVersion)
  }
  const nobody = await app.call('GET', '/v1/org', { key: null, headers: { 'api-version': 'x' } })
  expect([nobody.status, nobody.headers.get('api-version')]).toEqual([401, null])
})

test('the files of the page have none', async () => {
  const { headers } = await app.call('GET', '/docs/', { key: null })
  expect(headers.get('api-version')).toBeNull()
})

test('a webhook is pinned to the version of the request that made it', async () => {
  const body = { url: 'https://192.0.2.1/hook', events: ['*'] }
  const made = await app.call('POST', '/v1/webhooks', { body })
  expect(made.body.data?.api_version ?? made.body.error).toBe(currentApiVersion)
})
