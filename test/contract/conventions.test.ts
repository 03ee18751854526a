import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { expectShape, id as idOf } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload, sendBytes, tone } from './support/uploads.ts'

const { call, make, givenProject, world } = openSuite('conventions')

const { projectId, contentId } = world.recording
const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }

test('answers are JSON, with data at the top and meta with request_id and timestamp', async () => {
  const answer = await call('GET', '/v1/org')
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(Object.keys(answer.body).toSorted()).toEqual(['data', 'meta'])
  const { request_id: requestId, timestamp } = answer.body.meta
  expectShape(requestId, idOf('req'))
  expect(Math.abs(Date.now() - Date.parse(timestamp))).toBeLessThan(60_000)
})

test('every answer has its own request id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, async () => (await call('GET', '/v1/org')).body.meta.request_id),
  )
  expect(new Set(ids).size).toBe(10)
})

test('data is one record, an array of records or a small object', async () => {
  const one = await call('GET', `/v1/projects/${projectId}`)
  const many = await call('GET', '/v1/projects')
  const { id } = await givenProject()
  const small = await call('DELETE', `/v1/projects/${id}`)
  expect(one.body.data.id).toBe(projectId)
  expect(Array.isArray(many.body.data)).toBe(true)
  expect(small.body.data).toEqual({ id, deleted: true })
})

const lists = [
  '/v1/api-keys',
  '/v1/projects',
  '/v1/prompts',
  '/v1/members',
  '/v1/invitations',
  '/v1/webhooks',
  '/v1/events',
  '/v1/orphans',
  '/v1/replaced-libraries',
  '/v1/backups',
  '/v1/search/content?q=a',
  `/v1/projects/${projectId}/content`,
  `/v1/projects/${projectId}/content/${contentId}/analyses`,
  `/v1/projects/${projectId}/insights/history`,
]

test.each(lists)('the list %s carries pagination and takes limit and cursor', async (path) => {
  const { status, body } = await call('GET', path)
  expect(status).toBe(200)
  expect(Array.isArray(body.data)).toBe(true)
  expect(body.pagination).toEqual({
    has_more: expect.any(Boolean),
    next_cursor: body.pagination.has_more ? expect.any(String) : null,
  })
  const and = path.includes('?') ? '&' : '?'
  for (const limit of ['0', '101', '-1', '1.5', '1e9', 'ten', '']) {
    const answer = await call('GET', `${path}${and}limit=${limit}`)
    expectRefusal(answer, 400, 'validation_error', ['limit'])
  }
  for (const limit of [1, 100]) {
    expect((await call('GET', `${path}${and}limit=${limit}`)).status).toBe(200)
  }
  const forged = await call('GET', `${path}${and}cursor=not-a-cursor`)
  expectRefusal(forged, 400, 'validation_error', ['cursor'])
})

test('a list without a limit gives 20', async () => {
  const { id } = await givenProject()
  for (let count = 0; count < 21; count++) await openUpload(call, id, file)
  const path = `/v1/projects/${id}/content`
  const { body } = await call('GET', path)
  expect([body.data.length, body.pagination.has_more]).toEqual([20, true])
  const cursor = encodeURIComponent(body.pagination.next_cursor)
  const next = await call('GET', `${path}?cursor=${cursor}`)
  expect([next.body.data.length, next.body.pagination.next_cursor]).toEqual([1, null])
})

test('pages are stable while items come and go: none twice, none left out', async () => {
  const { id } = await givenProject()
  const path = `/v1/projects/${id}/content`
  const before: string[] = []
  for (let count = 0; count < 7; count++) {
    before.unshift((await openUpload(call, id, file)).session.content_id)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
    const { body } = await call('GET', `${path}?limit=2${query}`)
    seen.push(...body.data.map((item: { id: string }) => item.id))
    cursor = body.pagination.next_cursor
    await openUpload(call, id, file) // newer, so on no page to come
    await call('DELETE', `${path}/${seen.at(-1)}`) // the one the cursor points at
  } while (cursor)
  expect(seen).toEqual(before)
})

test('a cursor with other filters or of another list is refused', async () => {
  const [one, two] = [await givenProject(), await givenProject()]
  for (let count = 0; count < 2; count++) await openUpload(call, one.id, file)
  const path = `/v1/projects/${one.id}/content`
  const { body } = await call('GET', `${path}?limit=1&status=uploaded`)
  const cursor = `limit=1&cursor=${encodeURIComponent(body.pagination.next_cursor)}`
  expect((await call('GET', `${path}?${cursor}&status=uploaded`)).status).toBe(200)
  const others = [`${path}?${cursor}`, `${path}?${cursor}&status=failed`, `/v1/projects?${cursor}`]
  for (const other of [...others, `/v1/projects/${two.id}/content?${cursor}&status=uploaded`]) {
    expectRefusal(await call('GET', other), 400, 'validation_error', ['cursor'])
  }
})

test('lists are ordered by created_at, newest first', async () => {
  const { id: first } = await givenProject()
  const { id: second } = await givenProject()
  const { body } = await call('GET', '/v1/projects?limit=100')
  const ids = body.data.map((item: { id: string }) => item.id)
  expect(ids.indexOf(second)).toBeLessThan(ids.indexOf(first))
  const times = body.data.map((item: { created_at: string }) => item.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('identifiers have the prefix of their kind and no dot', async () => {
  const { data: org } = (await call('GET', '/v1/org')).body
  const { data: content } = (await call('GET', `/v1/projects/${projectId}/content/${contentId}`))
    .body
  const [event] = (await call('GET', '/v1/events?limit=1')).body.data
  const [member] = (await call('GET', '/v1/members')).body.data
  const key = await make('/v1/api-keys', { name: 'x' })
  const prompt = await make('/v1/prompts', { name: 'x', template: '{{transcript}}' })
  const url = 'https://93.184.215.14/'
  const webhook = await make('/v1/webhooks', { url, events: ['webhook.test'] })
  const found = { org: org.id, proj: projectId, cont: content.id, ana: content.analyses[0].id }
  const made = { key: key.id, prompt: prompt.id, wh: webhook.id, evt: event.id, mem: member.id }
  const { insights_id: ins } = await make(`/v1/projects/${projectId}/insights/generate`)
  for (const [prefix, value] of Object.entries({ ...found, ...made, ins })) {
    expectShape(value, idOf(prefix))
  }
})

test('ids sort by the time they were made', async () => {
  const ids = []
  for (let count = 0; count < 5; count++) ids.push((await givenProject()).id)
  expect(ids).toEqual(ids.toSorted())
})

test('the file goes to the upload address as it is, not as JSON and without a key', async () => {
  const { id } = await givenProject()
  const bytes = tone()
  const { session } = await openUpload(call, id, { ...file, size_bytes: bytes.length })
  const { status } = await sendBytes(session, bytes)
  expect(status).toBe(200)
})

test('statuses: 200 for reads and changes, 201 for creations, 202 for accepted work', async () => {
  const made = await call('POST', '/v1/projects', { body: { name: 'x' } })
  const path = `/v1/projects/${made.body.data.id}`
  const read = await call('GET', path)
  const changed = await call('PATCH', path, { body: {} })
  const work = await call('POST', `${path}/insights/generate`)
  const gone = await call('DELETE', path)
  const statuses = [made, read, changed, work, gone].map(({ status }) => status)
  expect(statuses).toEqual([201, 200, 200, 202, 200])
})

test('unknown body fields are refused and named, unknown query parameters ignored', async () => {
  const body = { name: 'x', colour: 'red', settings: { auto_analyse: true } }
  const answer = await call('POST', '/v1/projects', { body })
  expectRefusal(answer, 400, 'validation_error', ['colour', 'settings.auto_analyse'])
  expect((await call('GET', '/v1/org?colour=red')).status).toBe(200)
})

test('optional fields without a value are null, not absent', async () => {
  const { id } = await givenProject()
  const { data } = (await call('GET', `/v1/projects/${id}`)).body
  expect(data).toMatchObject({ description: null, latest_content_at: null })
  const { data: prompt } = (
    await call('POST', '/v1/prompts', { body: { name: 'x', template: '{{transcript}}' } })
  ).body
  expect(prompt).toMatchObject({ description: null, output_schema: null })
})

test('all endpoints of the specification are in the document that the service serves', async () => {
  const { body } = await call('GET', '/v1/openapi.json')
  const served = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${unnamed(path)}`),
  )
  const text = await readFile(new URL('COVERAGE.md', import.meta.url), 'utf8')
  const rows = text.matchAll(/^- `Endpoints\/[^/`]+\/([A-Z]+) (\/v1\/[^ `]+)`/gm)
  const wanted = [...rows].map(([, method, path]) => `${method} ${unnamed(path ?? '')}`)
  expect(wanted.length).toBeGreaterThan(40)
  expect(wanted.filter((endpoint) => !served.includes(endpoint))).toEqual([])
})

const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
