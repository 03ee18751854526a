import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { date, expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const { call, givenKey } = openSuite('versioning')

test('every path of the document begins with /v1', async () => {
  const { body } = await call('GET', '/v1/openapi.json')
  const paths = Object.keys(body.paths)
  expect(paths.length).toBeGreaterThan(25)
  expect(paths.filter((path) => !path.startsWith('/v1/'))).toEqual([])
})

test('every answer names the version it speaks, by default the one pinned on the key', async () => {
  const { key } = await givenKey()
  const { headers } = await call('GET', '/v1/org', { key })
  expectShape(headers.get('api-version'), date)
})

test('Api-Version chooses a version; an unknown one is 400 unsupported_api_version', async () => {
  const version = (await call('GET', '/v1/org')).headers.get('api-version') ?? ''
  const chosen = await call('GET', '/v1/org', { headers: { 'api-version': version } })
  expect([chosen.status, chosen.headers.get('api-version')]).toEqual([200, version])
  for (const wrong of ['2020-01-01', 'latest', '2026-13-40', '1']) {
    const answer = await call('GET', '/v1/org', { headers: { 'api-version': wrong } })
    expectRefusal(answer, 400, 'unsupported_api_version')
  }
})
