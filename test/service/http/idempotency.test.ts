import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hour } from '../../../service/core/time.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts'
import { openTestDatabase } from '../../support/database.ts'
import { givenKey, givenProject, givenUpload } from '../../support/factory.ts'
import { givenMember } from '../../support/people.ts'

/** Where a transaction is to wait: before it begins, or when it has committed. */
let hold: { before?: Promise<void>; after?: Promise<void>; isReached: () => void } | null = null

let app: TestApp
beforeAll(async () => {
  const db = await openTestDatabase()
  const transaction: OpenedDb['transaction'] = async (fn) => {
    const held = hold
    if (held?.before) held.isReached()
    await held?.before
    const result = await db.transaction(fn)
    if (held?.after) held.isReached()
    await held?.after
    return result
  }
  app = await startTestApp({ db: { ...db, transaction } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  hold = null
  await app.idle()
  for (const table of ['idempotency_keys', 'projects'] as const) {
    await app.deps.db.sql.deleteFrom(table).execute()
  }
})

type Sent = { key?: string; body?: unknown; as?: string; path?: string; method?: string }
const send = ({ key = 'one', body = { name: 'Calls' }, as, path, method }: Sent = {}) =>
  app.call(method ?? 'POST', path ?? '/v1/projects', {
    body,
    headers: { 'idempotency-key': key },
    ...(as !== undefined && { key: as }),
  })
const expectError = ({ status, body }: Answer, expected: number, code: string) =>
  expect([status, body.error?.code]).toEqual([expected, code])
const isReplayed = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true'
const projectNames = async () => {
  const { body } = await app.call('GET', '/v1/projects?limit=100')
  return body.data.map(({ name }: { name: string }) => name)
}
const rows = () => app.deps.db.sql.selectFrom('idempotency_keys').selectAll().execute()

test('a request sent again with its key is done once and answered with the same bytes', async () => {
  const first = await send()
  const again = await send()
  expect([first.status, isReplayed(first)]).toEqual([201, false])
  expect([again.status, isReplayed(again)]).toEqual([201, true])
  expect(again.body).toEqual(first.body)
  expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  expect(await projectNames()).toEqual(['Calls'])
})

test('without a key nothing is kept', async () => {
  await givenProject(app)
  await givenProject(app)
  expect(await projectNames()).toEqual(['Calls', 'Calls'])
  expect(await rows()).toEqual([])
})

test('the order of the fields does not make another body, a changed value does', async () => {
  const first = await send({ body: { name: 'Calls', settings: { auto_analyze: true } } })
  const turned = await send({ body: { settings: { auto_analyze: true }, name: 'Calls' } })
  expect(turned.body).toEqual(first.body)
  const other = await send({ body: { name: 'Calls', settings: { auto_analyze: false } } })
  expectError(other, 422, 'idempotency_key_reused')
  expect(await projectNames()).toEqual(['Calls'])
})

test('an answer is not given again once the member has another role', async () => {
  const { memberId, key: as } = await givenMember(app, { role: 'admin' })
  const invitation = { path: '/v1/invitations', body: { email: 'bob@example.org' }, as }
  expect((await send(invitation)).body.data.accept_url).toBeDefined()
  const project = await send({ key: 'two', as })
  const change = (role: string) => app.call('PATCH', `/v1/members/${memberId}`, { body: { role } })
  expect((await change('member')).status).toBe(200)
  expectError(await send(invitation), 422, 'idempotency_key_reused')
  expectError(await send({ ...invitation, key: 'new' }), 403, 'insufficient_permissions')
  // What both roles may do is not done twice either.
  expectError(await send({ key: 'two', as }), 422, 'idempotency_key_reused')
  expect(await projectNames()).toEqual(['Calls'])
  await change('admin')
  expect((await send({ key: 'two', as })).body).toEqual(project.body)
})

test('another method, path or API key is another request', async () => {
  const { body } = await send()
  const path = `/v1/projects/${body.data.id}`
  const changed = await send({ method: 'PATCH', path, body: { name: 'Calls' } })
  expect([changed.status, isReplayed(changed)]).toEqual([200, false])
  const own = await givenKey(app, {})
  const others = await send({ as: own })
  expect([others.status, isReplayed(others)]).toEqual([201, false])
  expect(await projectNames()).toHaveLength(2)
})

test('a query makes no other request of the same path', async () => {
  const first = await send()
  const again = await send({ path: '/v1/projects?a=b' })
  expect([again.status, isReplayed(again), again.body]).toEqual([201, true, first.body])
  expect(await projectNames()).toEqual(['Calls'])
})

test('reading and deleting take no notice of a key', async () => {
  const { id } = await givenProject(app)
  const headers = { 'idempotency-key': 'one' }
  const path = `/v1/projects/${id}`
  expect((await app.call('GET', path, { headers })).status).toBe(200)
  expect((await app.call('DELETE', path, { headers })).status).toBe(200)
  expect((await app.call('DELETE', path, { headers })).status).toBe(404)
})

test.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('%j is no Idempotency-Key', async (key) => {
  const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') }
  const answer = await app.call('POST', '/v1/projects', { body: { name: 'Calls' }, headers })
  expectError(answer, 400, 'validation_error')
  expect(answer.body.error.details[0].field).toBe('Idempotency-Key')
  expect(await projectNames()).toEqual([])
})

test('a key of 255 characters on a very long address is a key', async () => {
  const input = { key: '~'.repeat(255), path: `/v1/projects?${'q=1&'.repeat(2_000)}` }
  expect((await send(input)).status).toBe(201)
  expect(isReplayed(await send(input))).toBe(true)
  expect(await projectNames()).toHaveLength(1)
})

test('fifty at once make one object; each is answered the same or told to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => send()))
  const done = answers.filter(({ status }) => status === 201)
  expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  for (const answer of answers) {
    if (answer.status === 201) continue
    expectError(answer, 409, 'idempotency_in_progress')
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  expect(await projectNames()).toEqual(['Calls'])
  expect((await send()).body).toEqual(done[0]?.body)
})

describe.each(['before', 'after'] as const)('%s the first one has committed', (place) => {
  test('a twin gets 409, another body 422, and the first is answered', async () => {
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    hold = { [place]: gate.promise, isReached: reached.resolve }
    const first = send()
    await reached.promise
    const [row] = await rows()
    expect(row?.state).toBe(place === 'before' ? 'reserved' : 'committed')
    expectError(await send(), 409, 'idempotency_in_progress')
    expectError(await send({ body: { name: 'Other' } }), 422, 'idempotency_key_reused')
    gate.resolve()
    const { body } = await first
    expect((await send()).body).toEqual(body)
    expect(await projectNames()).toEqual(['Calls'])
  })
})

test('what fails after its commit is answered with what was committed', async () => {
  const failing = Promise.reject(new Error('after the commit'))
  failing.catch(() => {})
  hold = { after: failing, isReached: () => {} }
  expectError(await send(), 500, 'internal_error')
  hold = null
  const again = await send()
  expect([again.status, again.body.data.name, isReplayed(again)]).toEqual([201, 'Calls', true])
  expect(await projectNames()).toEqual(['Calls'])
})

test('what fails before its commit is kept as the 500 that it was', async () => {
  const failing = Promise.reject(new Error('before the commit'))
  failing.catch(() => {})
  hold = { before: failing, isReached: () => {} }
  expectError(await send(), 500, 'internal_error')
  hold = null
  const again = await send()
  expect([again.status, isReplayed(again)]).toEqual([500, true])
  expect(await projectNames()).toEqual([])
})

describe('is not kept, so that the same key may be sent again:', () => {
  test('what validation refused', async () => {
    expectError(await send({ body: { name: '' } }), 400, 'validation_error')
    expectError(await send({ body: '{' }), 400, 'validation_error')
    const settings = { default_prompt_id: 'prompt_none' }
    expectError(await send({ body: { name: 'Calls', settings } }), 400, 'validation_error')
    const asText = await app.call('POST', '/v1/projects', {
      body: 'name',
      headers: { 'idempotency-key': 'one', 'content-type': 'text/plain' },
    })
    expectError(asText, 415, 'unsupported_media_type')
    expect(await rows()).toEqual([])
    expect((await send()).status).toBe(201)
  })

  test('what the rights of the key refused', async () => {
    const { id } = await givenProject(app)
    const key = await givenKey(app, { scopes: ['read'] })
    expectError(await send({ as: key }), 403, 'insufficient_permissions')
    const publishable = await givenKey(app, { key_type: 'publishable', project_ids: [id] })
    expectError(await send({ as: publishable }), 403, 'insufficient_permissions')
    expect(await rows()).toEqual([])
  })

  test('413 of a rule', async () => {
    const { id } = await givenProject(app)
    const path = `/v1/projects/${id}/content/upload-url`
    const file = { filename: 'a.wav', content_type: 'audio/wav' }
    const huge = await send({ path, body: { ...file, size_bytes: 6_000_000_000 } })
    expectError(huge, 413, 'payload_too_large')
    expect((await send({ path, body: { ...file, size_bytes: 6 } })).status).toBe(201)
  })
})

test('a refusal by a rule is kept: same key, same answer', async () => {
  await send({ key: 'first', body: { name: 'Calls', slug: 'calls' } })
  const refused = await send({ body: { name: 'More', slug: 'calls' } })
  expectError(refused, 409, 'slug_taken')
  await app.call(
    'DELETE',
    `/v1/projects/${(await send({ key: 'first', body: { name: 'Calls', slug: 'calls' } })).body.data.id}`,
  )
  const again = await send({ body: { name: 'More', slug: 'calls' } })
  expect([again.status, isReplayed(again)]).toEqual([409, true])
  expect(again.body).toEqual(refused.body)
})

test('publishable keys have it too', async () => {
  const { id } = await givenProject(app)
  const as = await givenKey(app, { key_type: 'publishable', project_ids: [id] })
  const path = `/v1/projects/${id}/content/upload-url`
  const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 6 }
  const first = await send({ as, path, body })
  const again = await send({ as, path, body })
  expect([again.status, again.body, isReplayed(again)]).toEqual([201, first.body, true])
})

test('a request without a body is the same as one with {}', async () => {
  const { id } = await givenProject(app)
  const contentId = await givenUpload(app, id)
  const path = `/v1/projects/${id}/content/${contentId}/upload-complete`
  const headers = { 'idempotency-key': 'one' }
  const first = await app.call('POST', path, { headers })
  await app.idle()
  const again = await app.call('POST', path, { headers })
  expect([again.status, again.body]).toEqual([202, first.body])
  expect(again.body.data.status).toBe('processing')
})

test('is kept for 24 hours', async () => {
  const first = await send()
  app.clock.advance(24 * hour - 1)
  expect((await send()).body).toEqual(first.body)
  app.clock.advance(1)
  const later = await send()
  expect([later.status, isReplayed(later)]).toEqual([201, false])
  expect(later.body.data.id).not.toBe(first.body.data.id)
})

test('housekeeping deletes what is older', async () => {
  await send()
  expect(await rows()).toHaveLength(1)
  app.clock.advance(25 * hour)
  await expect.poll(rows).toEqual([])
})

test('a secret shown once is replayed, and lies sealed in the database', async () => {
  const input = { path: '/v1/api-keys', body: { name: 'CI' } }
  const first = await send(input)
  expect((await send(input)).body.data.key).toBe(first.body.data.key)
  const text = JSON.stringify(await rows())
  expect(text).not.toContain(first.body.data.key)
  expect(text).not.toContain('sk_live_')
})

test('a revoked key takes its rows with it', async () => {
  const made = await app.call('POST', '/v1/api-keys', { body: { name: 'CI' } })
  await send({ as: made.body.data.key })
  expect(await rows()).toHaveLength(1)
  await app.call('DELETE', `/v1/api-keys/${made.body.data.id}`)
  expect(await rows()).toEqual([])
})
