import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../service/config.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_APP_ORIGIN: 'app://earshot' } })
})
afterAll(() => app.stop())

const crossSite = { origin: 'app://earshot', 'sec-fetch-site': 'cross-site' }

test('the page of the desktop app may call from its own origin, with its key', async () => {
  const answer = await app.call('GET', '/v1/org', { headers: crossSite })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe('app://earshot')
  expect(answer.headers.get('vary')).toBe('origin')
  const refused = await app.call('GET', '/v1/org', { headers: crossSite, key: null })
  expect(refused.status).toBe(401)
  expect(refused.headers.get('access-control-allow-origin')).toBe('app://earshot')
})

test('its browser is told beforehand what it may send', async () => {
  const answer = await fetch(`${app.baseUrl}/v1/projects`, {
    method: 'OPTIONS',
    headers: { ...crossSite, 'access-control-request-method': 'POST' },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, *')
  expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
})

test.each([
  'app://earshots',
  'app://earshot.example.org',
  'app://earshot/',
  'app://earshot:4777',
  'APP://EARSHOT',
  'app://',
  'app:earshot',
  'file://earshot',
  'https://earshot',
  'null',
])('%j is not that origin', async (origin) => {
  for (const headers of [{ origin }, { ...crossSite, origin }]) {
    const answer = await app.call('GET', '/v1/org', { headers })
    expect(answer.status).toBe(403)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  }
})

test('the origin excuses nothing else: a cross-site call without it, another host', async () => {
  const bare = await app.call('GET', '/v1/org', { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(bare.status).toBe(403)
})

test.each(['https://evil.example', 'app://a.b', 'app://earshot/', '*', 'http://localhost:1'])(
  'a service cannot be opened to %j',
  (origin) => {
    expect(() => readConfig({ EARSHOT_APP_ORIGIN: origin })).toThrow('EARSHOT_APP_ORIGIN')
  },
)
