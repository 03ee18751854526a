import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minute, second } from '../../../service/core/time.ts'
import { createTokenBuckets } from '../../../service/http/token-buckets.ts'
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts'
import { createFakeClock } from '../../support/clock.ts'
import { givenKey, givenProject } from '../../support/factory.ts'
import { perChange } from '../../support/nightly.ts'

let app: TestApp
let key: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  key = await givenKey(app, {})
})
afterEach(() => app.clock.advance(minute))

const limitOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
const expectLimited = ({ status, body, headers }: Answer, seconds: string) =>
  expect([status, body.error?.code, headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    seconds,
  ])

/** Asks `times` times; the statuses that came, each once. */
async function ask(times: number, method: string, path: string, as = key) {
  const statuses = new Set<number>()
  for (let n = 0; n < times; n++) statuses.add((await app.call(method, path, { key: as })).status)
  return [...statuses]
}

/** A tenth of every limit with each change: the same limits, with a tenth of the requests. */
const factor = perChange(0.1, 1)

describe('each key may do so much a minute:', () => {
  const item = '/v1/projects/proj_none/content/cont_none'
  const engine = { name: 'engine', quota: 30, method: 'POST', status: 404 }
  let limited: TestApp
  beforeAll(async () => {
    limited = await startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: String(factor) } })
  })
  afterAll(() => limited.stop())

  test.each([
    { name: 'read', quota: 600, method: 'GET', path: '/v1/org', status: 200 },
    { name: 'write', quota: 120, method: 'DELETE', path: item, status: 404 },
    { name: 'search', quota: 60, method: 'GET', path: '/v1/search/content?q=a', status: 200 },
    { ...engine, path: `${item}/reprocess` },
    { ...engine, path: `${item}/analyze` },
    { ...engine, path: '/v1/projects/proj_none/insights/generate' },
  ])('$name: $quota, by $method $path', async ({ name, quota: most, method, path, status }) => {
    const plain = await app.call(method, path, { key })
    expect([plain.status, limitOf(plain)[0]]).toEqual([status, `"${name}";q=${most};w=60`])

    const quota = most * factor
    const wait = Math.ceil(60 / quota)
    const own = await givenKey(limited, {})
    const send = () => limited.call(method, path, { key: own })
    const first = await send()
    const policy = `"${name}";q=${quota};w=60`
    expect(limitOf(first)).toEqual([policy, `"${name}";r=${quota - 1};t=${wait}`])
    for (let left = quota - 2; left > 0; left--) expect((await send()).status).toBe(status)
    const last = await send()
    expect([last.status, limitOf(last)[1]]).toEqual([status, `"${name}";r=0;t=60`])
    const refused = await send()
    expectLimited(refused, String(wait))
    expect(limitOf(refused)).toEqual([policy, `"${name}";r=0;t=60`])
    expect(refused.headers.get('api-version')).toBe('2026-11-21')
    // Waiting as told is enough.
    limited.clock.advance(wait * second)
    expect((await send()).status).toBe(status)
    limited.clock.advance(minute)
    expect(limitOf(await send())[1]).toContain(`;r=${quota - 1};`)
  })
})

test('one limit used up holds back neither another nor another key', async () => {
  await ask(61, 'GET', '/v1/search/content?q=a')
  expect(await ask(1, 'GET', '/v1/search/content?q=a')).toEqual([429])
  expect(await ask(1, 'GET', '/v1/org')).toEqual([200])
  const other = await givenKey(app, {})
  expect(await ask(1, 'GET', '/v1/search/content?q=a', other)).toEqual([200])
})

test('the key of the app on this machine may do a hundred times as much', async () => {
  const answer = await app.call('GET', '/v1/org')
  expect(limitOf(answer)[0]).toBe('"read";q=60000;w=60')
})

test('refusals, unknown addresses and bad requests count and tell it too', async () => {
  const { id } = await givenProject(app)
  const weak = await givenKey(app, { key_type: 'publishable', project_ids: [id] })
  const answers = [
    await app.call('DELETE', `/v1/projects/${id}`, { key: weak }),
    await app.call('POST', '/v1/nothing', { key: weak }),
    await app.call('POST', `/v1/projects/${id}/content/upload-url`, { key: weak, body: {} }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 400])
  expect(answers.map((answer) => limitOf(answer)[1])).toEqual([
    '"write";r=119;t=1',
    '"write";r=118;t=1',
    '"write";r=117;t=2',
  ])
})

test('what is refused for the limit does nothing', async () => {
  await ask(120, 'DELETE', '/v1/projects/proj_none')
  const refused = await app.call('POST', '/v1/projects', { key, body: { name: 'Over the limit' } })
  expectLimited(refused, '1')
  const { body } = await app.call('GET', '/v1/projects?limit=100')
  expect(JSON.stringify(body)).not.toContain('Over the limit')
})

test('a 429 is not kept under an Idempotency-Key', async () => {
  await ask(120, 'DELETE', '/v1/projects/proj_none')
  const send = () =>
    app.call('POST', '/v1/projects', {
      key,
      body: { name: 'Later' },
      headers: { 'idempotency-key': 'one' },
    })
  expectLimited(await send(), '1')
  app.clock.advance(second)
  expect((await send()).status).toBe(201)
})

test('who tries keys is slowed down; keys that were good before are not', async () => {
  expect(await ask(1, 'GET', '/v1/org')).toEqual([200])
  const guess = (n: number) => `sk_live_${String(n).padStart(43, '0')}`
  let guesses = 0
  while ((await app.call('GET', '/v1/org', { key: guess(guesses) })).status === 401) guesses++
  expect(guesses).toBeGreaterThan(500)
  expect(guesses).toBeLessThanOrEqual(600)
  expectLimited(await app.call('GET', '/v1/org', { key: guess(0) }), '1')
  expect(await ask(1, 'GET', '/v1/org')).toEqual([200])
  expect(await ask(1, 'GET', '/v1/org', app.sessionToken)).toEqual([200])
  app.clock.advance(minute)
  expect(await ask(1, 'GET', '/v1/org', guess(0))).toEqual([401])
})

test('EARSHOT_RATE_LIMIT_FACTOR multiplies every limit', async () => {
  const wide = await startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: '0.5' } })
  const answer = await wide.call('GET', '/v1/org', { key: await givenKey(wide, {}) })
  expect(limitOf(answer)[0]).toBe('"read";q=300;w=60')
  await wide.stop()
  for (const wrong of ['0', '-1', 'much', 'Infinity']) {
    const started = startTestApp({ env: { EARSHOT_RATE_LIMIT_FACTOR: wrong } })
    await expect(started).rejects.toThrow('EARSHOT_RATE_LIMIT_FACTOR must be a positive number')
  }
})

describe('token buckets', () => {
  const clock = createFakeClock()

  test('fill evenly, and hold no more than their quota', () => {
    const buckets = createTokenBuckets(clock)
    const takeAll = () => {
      let count = 0
      while (buckets.take('a', 30).isTaken) count++
      return count
    }
    expect(takeAll()).toBe(30)
    clock.advance(10 * second)
    expect(takeAll()).toBe(5)
    clock.advance(10 * minute)
    expect(takeAll()).toBe(30)
    expect(buckets.take('a', 30)).toMatchObject({ isTaken: false, remaining: 0, nextInSeconds: 2 })
  })

  test('of keys that are silent are forgotten', () => {
    const buckets = createTokenBuckets(clock)
    for (let n = 0; n < 1_000; n++) buckets.take(`key ${n}`, 10)
    clock.advance(30 * second)
    buckets.take('busy', 10)
    expect(buckets.size()).toBe(1_001)
    clock.advance(30 * second)
    buckets.take('another', 10)
    expect(buckets.size()).toBe(2)
  })

  test('a clock that is set back neither fills nor empties them', () => {
    let now = 1_000_000
    const buckets = createTokenBuckets({ ...clock, now: () => new Date(now) })
    buckets.take('a', 10)
    now -= 500_000
    expect(buckets.take('a', 10).remaining).toBe(8)
  })
})
