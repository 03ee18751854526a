import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { openSuite } from './support/suite.ts'

const { call, givenKey, world } = openSuite('limits')
const local = test.skipIf(!world.own)

/** Sends one request after the other with a new key until one is refused. */
async function exhaust(method: string, path: string, most: number) {
  const { key } = await givenKey()
  const ask = () => call(method, path, { key, isOnce: true })
  const answers = await Promise.all(Array.from({ length: most + 30 }, ask))
  const refused = answers.filter(({ status }) => status === 429)
  return { key, answers, refused, passed: answers.length - refused.length }
}

local('30 generations a minute and key, then 429 rate_limited with Retry-After', async () => {
  // Of a project that is not there: counted like any other.
  const { refused, passed } = await exhaust('POST', '/v1/projects/x/insights/generate', 30)
  expect(passed).toBeGreaterThanOrEqual(30)
  expect(passed).toBeLessThan(40) // it fills up again while we ask
  for (const answer of refused) {
    expectRefusal(answer, 429, 'rate_limited')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  }
})

local('60 searches and 120 writes a minute and key', async () => {
  const searches = await exhaust('GET', '/v1/search/content?q=a', 60)
  expect(searches.passed).toBeGreaterThanOrEqual(60)
  expect(searches.passed).toBeLessThan(85)
  const writes = await exhaust('DELETE', '/v1/projects/proj_unknown', 120)
  expect(writes.passed).toBeGreaterThanOrEqual(120)
  expect(writes.passed).toBeLessThan(149)
})

local('600 reads a minute and key; another key is not slowed down by it', async () => {
  const { refused, passed } = await exhaust('GET', '/v1/members/mem_unknown', 600)
  expect(passed).toBeGreaterThanOrEqual(600)
  expect(passed + refused.length).toBe(630)
  expect((await call('GET', '/v1/org', { isOnce: true })).status).toBe(200)
})

local('every answer tells the limit and what is left of it', async () => {
  const { key } = await givenKey()
  const first = await call('GET', '/v1/org', { key })
  const second = await call('GET', '/v1/org', { key })
  expect(first.headers.get('ratelimit-policy')).toBe('"read";q=600;w=60')
  const left = ({ headers }: typeof first) =>
    Number(/^"read";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1])
  expect(left(first)).toBe(599)
  expect(left(second)).toBeLessThanOrEqual(599)
  const search = await call('GET', '/v1/search/content?q=a', { key })
  expect(search.headers.get('ratelimit-policy')).toMatch(/;q=60;w=60$/)
})
