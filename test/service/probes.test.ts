import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let draining: AbortController
beforeEach(async () => {
  draining = new AbortController()
  app = await startTestApp({ draining: draining.signal })
})
afterEach(() => app.stop())

const ask = (address: string) => app.call('GET', address, { key: null })
const seconds = 1_000

test('who has no key is told that the process lives, and that it may be sent requests', async () => {
  const alive = await ask('/healthz')
  expect([alive.status, alive.body]).toEqual([200, { status: 'ok' }])
  const { status, headers, body } = await ask('/readyz')
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'ready',
    draining: false,
    parts: { database: 'ok', migrations: 'ok', store: 'ok' },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('ratelimit')).toBeNull()
})

test('a step that the database lacks is told once what was found before is a second old', async () => {
  expect((await ask('/readyz')).status).toBe(200)
  const last = sql`SELECT max(name) FROM migrations`
  await sql`DELETE FROM migrations WHERE name = (${last})`.execute(app.deps.db.sql)
  expect((await ask('/readyz')).status).toBe(200)
  app.clock.advance(1 * seconds)
  const { status, body } = await ask('/readyz')
  expect([status, body.status]).toEqual([503, 'not_ready'])
  expect(body.parts).toEqual({ database: 'ok', migrations: 'failed', store: 'ok' })
  expect((await ask('/healthz')).status).toBe(200)
})

test('a database that a newer version has migrated further is in order', async () => {
  const later = sql`INSERT INTO migrations (name, sha256) VALUES ('9999-later.sql', 'x')`
  await later.execute(app.deps.db.sql)
  expect((await ask('/readyz')).body.parts).toEqual({
    database: 'ok',
    migrations: 'ok',
    store: 'ok',
  })
})

test('a database that does not answer is not waited for', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holding = app.deps.db.transaction(async () => {
    begun.resolve()
    await held.promise
  })
  await begun.promise
  const answer = ask('/readyz')
  const settled = answer.then(() => true)
  // The probe has reached the service once another that came later is answered.
  await ask('/healthz')
  app.clock.advance(2 * seconds)
  expect(await settled).toBe(true)
  const { status, body } = await answer
  expect(status).toBe(503)
  // Of the store nothing is said: whether its folder was read before the clock was moved is the machine's business.
  expect(body.parts).toMatchObject({ database: 'no_answer', migrations: 'no_answer' })
  held.resolve()
  await holding
})

test('a process that is to end says so at once, answers on, and keeps no connection', async () => {
  expect((await ask('/readyz')).status).toBe(200)
  draining.abort()
  const { status, body } = await ask('/readyz')
  expect([status, body.draining, body.parts.database]).toEqual([503, true, 'ok'])
  const other = await app.call('GET', '/v1/org')
  expect([other.status, other.headers.get('connection')]).toEqual([200, 'close'])
})

test('a folder of recordings that cannot be reached is told', async () => {
  const folder = path.join(app.dataDir, 'recordings')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  const { status, body } = await ask('/readyz')
  expect([status, body.parts]).toEqual([503, { database: 'ok', migrations: 'ok', store: 'failed' }])
})
