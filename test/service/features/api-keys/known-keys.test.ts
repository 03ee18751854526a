import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenProject } from '../../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

let id: string
let key: string
beforeEach(async () => {
  const { body } = await app.call('POST', '/v1/api-keys', { body: { name: 'Script' } })
  ;({ id, key } = body.data)
  // From here on it is known.
  expect(await answerTo('GET')).toBe(200)
})

const answerTo = async (method: 'GET' | 'POST') => {
  const body = method === 'POST' ? { name: 'New' } : undefined
  return (await app.call(method, '/v1/projects', { key, ...(body && { body }) })).status
}
const change = (statement: ReturnType<typeof sql>) => statement.execute(app.deps.db.sql)

it('a known key is refused with the next request once its row is gone', async () => {
  await change(sql`DELETE FROM api_keys WHERE id = ${id}`)
  expect(await answerTo('GET')).toBe(401)
})

it('a known key is refused once its member is gone, and its row by that', async () => {
  await change(sql`INSERT INTO members (id, organization_id, email, role, created_at, updated_at)
    SELECT 'mem_leaving', organization_id, 'leaving@example.com', 'member', now(), now() FROM api_keys WHERE id = ${id}`)
  await change(sql`UPDATE api_keys SET member_id = 'mem_leaving' WHERE id = ${id}`)
  expect(await answerTo('GET')).toBe(200)
  await change(sql`DELETE FROM members WHERE id = 'mem_leaving'`)
  expect(await answerTo('GET')).toBe(401)
})

it('a known key has other rights with the next request', async () => {
  await change(sql`UPDATE api_keys SET scopes = ARRAY['read'] WHERE id = ${id}`)
  expect(await answerTo('POST')).toBe(403)
  const { id: projectId } = await givenProject(app)
  await change(sql`UPDATE api_keys SET project_ids = ${[projectId]} WHERE id = ${id}`)
  const { body } = await app.call('GET', '/v1/projects', { key })
  expect(body.data.map((project: { id: string }) => project.id)).toEqual([projectId])
})

it('a known key ends at its time', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 60_000)
  await change(sql`UPDATE api_keys SET expires_at = ${expiresAt} WHERE id = ${id}`)
  expect(await answerTo('GET')).toBe(200)
  app.clock.advance(60_000)
  expect(await answerTo('GET')).toBe(401)
})

it('what is rolled back changes nothing', async () => {
  const undone = app.deps.db.transaction(async (tx) => {
    await sql`DELETE FROM api_keys WHERE id = ${id}`.execute(tx)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await answerTo('GET')).toBe(200)
})

it('its use is noted once a minute, whether it was known or not', async () => {
  const lastUse = async () => {
    const { rows } = await sql<{ at: Date }>`
      SELECT last_used_at AS at FROM api_keys WHERE id = ${id}`.execute(app.deps.db.sql)
    return rows[0]?.at
  }
  const before = await lastUse()
  app.clock.advance(59_000)
  await answerTo('GET')
  expect(await lastUse()).toEqual(before)
  app.clock.advance(1_000)
  await answerTo('GET')
  expect(await lastUse()).toEqual(app.clock.now())
})

it('every column of a key is told of but the one that notes its use', async () => {
  const { rows } = await sql<{ name: string }>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'api_keys'::regclass AND attnum > 0 AND NOT attisdropped AND attnum <> ALL (
      SELECT unnest(tgattr::smallint[]) FROM pg_trigger
      WHERE tgrelid = 'api_keys'::regclass AND tgname = 'key_changes_are_told')`.execute(
    app.deps.db.sql,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['created_at', 'last_used_at'])
})
