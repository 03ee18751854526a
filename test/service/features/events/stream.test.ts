import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import type { TestStream } from '../../../support/event-stream.ts'
import { givenKey, givenProject, givenUpload } from '../../../support/factory.ts'
import { emit, inDays, inSeconds, openStreams, organizationOf, startOfStream } from './stage.ts'
import { fetchChecked } from '../../../support/own-document.ts'

let app: TestApp
const { open, close } = openStreams(() => app)
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  for (const table of ['events', 'removed_events'] as const) {
    await app.deps.db.sql.deleteFrom(table).execute()
  }
})
afterEach(close)
afterAll(() => app.stop())

const names = ({ events }: TestStream) => events.map(({ event }) => event)
const ids = ({ events }: TestStream) => events.map(({ id }) => id)
const after = (id: string | undefined) => ({ headers: { 'last-event-id': id ?? '' } })

// The first test: in a month what others leave is removed, which is told, too.
test('an id that is not kept any more is told, and all that is kept follows', async () => {
  const [old] = await emit(app, 1)
  app.clock.advance(29 * inDays)
  const [kept] = await emit(app, 1)
  app.clock.advance(inDays + 1)
  expect((await app.call('GET', `/v1/events/${old}`)).status).toBe(404)
  // It is a place in the stream until the hourly housekeeping comes to it.
  const stored = () =>
    app.deps.db.sql.selectFrom('events').select('id').where('id', '=', String(old)).execute()
  await expect.poll(stored, { timeout: 30_000 }).toEqual([])
  for (const id of [old, 'evt_01kayr3c9nfq4tq4h6zr6yv0b2']) {
    const stream = await open('', after(id))
    await stream.received(2)
    expect(names(stream)).toEqual(['stream.reset', 'content.deleted'])
    expect(JSON.parse(stream.events[0]?.data ?? '')).toEqual({
      last_event_id: id,
      reason: 'not_kept',
    })
    expect(ids(stream)[1]).toBe(kept)
  }
  const { status, body } = await app.call('GET', '/v1/events/stream?last_event_id=made-up')
  expect([status, body.error.details[0].field]).toEqual([400, 'last_event_id'])
})

test('each event arrives as it happens: id, name, and the envelope of webhooks', async () => {
  const stream = await open()
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  const project = await givenProject(app, { name: 'Calls' })
  await givenUpload(app, project.id)
  await stream.received(2)
  expect(names(stream)).toEqual(['project.created', 'content.created'])
  const { body } = await app.call('GET', `/v1/events/${stream.events[0]?.id}`)
  expect(JSON.parse(stream.events[0]?.data ?? '')).toEqual(body.data)
  expect(body.data).toEqual({
    id: stream.events[0]?.id,
    event: 'project.created',
    api_version: '2026-11-21',
    created_at: app.clock.now().toISOString(),
    organization_id: await organizationOf(app),
    project_id: project.id,
    data: { id: project.id, name: 'Calls' },
    links: { api: `${app.baseUrl}/v1/projects/${project.id}` },
  })
})

test.each([
  'application/json, text/event-stream',
  'text/event-stream, application/json',
  'text/event-stream;q=0.5, application/json;q=0.9',
  '*/*',
])('the list answers with a page where JSON is accepted as well: %s', async (accept) => {
  const { status, body } = await app.call('GET', '/v1/events?limit=1', { headers: { accept } })
  expect([status, body.pagination.has_more]).toEqual([200, expect.any(Boolean)])
})

test('the list answers with a stream where text/event-stream is asked for', async () => {
  const { headers, body } = await fetchChecked(new URL('/v1/events', app.baseUrl), {
    headers: { authorization: `Bearer ${app.sessionToken}`, accept: 'text/event-stream' },
  })
  expect(headers.get('content-type')).toBe('text/event-stream')
  const reader = body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('retry: 3000')
  await reader?.cancel()
  expect((await app.call('GET', '/v1/events')).body.data).toEqual([])
})

test('with Last-Event-ID it goes on behind that event, however many there are', async () => {
  const sent = await emit(app, 230)
  const all = await open('', after(startOfStream))
  await all.received(230)
  expect(ids(all).toSorted()).toEqual(sent.toSorted())
  const rest = await open('', after(all.events[99]?.id))
  await rest.received(130)
  expect(ids(rest)).toEqual(ids(all).slice(100))
  const byQuery = await open(`?last_event_id=${all.events[199]?.id}`)
  await byQuery.received(30)
  expect(ids(byQuery)).toEqual(ids(all).slice(200))
  const both = await open(`?last_event_id=${all.events[0]?.id}`, after(all.events[228]?.id))
  await both.received(1)
  expect(ids(both)).toEqual(ids(all).slice(229))
})

test('nothing is skipped or doubled while many write and readers come and go', async () => {
  const write = async (index: number) => {
    await emit(app, 5)
    const failing = app.deps.db.transaction(async () => {
      throw new Error('rolled back')
    })
    if (index % 3 === 0) await failing.catch(() => {})
    else failing.catch(() => {})
  }
  const steady = await open('', after(startOfStream))
  const seen: (string | undefined)[] = []
  let last = startOfStream
  const readOnce = async () => {
    const part = await open('', after(last))
    await part.received(1)
    part.close()
    seen.push(...ids(part))
    last = part.lastEventId()
  }
  for (let round = 0; round < 5; round++) {
    const writing = Promise.all(Array.from({ length: 8 }, (_, index) => write(index)))
    await readOnce()
    await writing
  }
  while (seen.length < 200) await readOnce()
  await steady.received(200)
  expect(seen).toEqual(ids(steady))
  expect(new Set(seen).size).toBe(200)
})

test('who is cut off before the first event loses nothing: an id comes at once', async () => {
  const early = await open()
  await early.until(() => early.lastEventId() !== '')
  expect(early.lastEventId()).toBe(startOfStream)
  early.close()
  const [first] = await emit(app, 1)
  const back = await open('', after(early.lastEventId()))
  await back.received(1)
  expect(ids(back)).toEqual([first])
  const late = await open()
  await late.until(() => late.lastEventId() !== '')
  expect([late.lastEventId(), late.events]).toEqual([first, []])
})

test('an id whose event went with its project is a place all the same', async () => {
  const project = await givenProject(app)
  const [before] = await emit(app, 1, { projectId: project.id })
  await app.call('DELETE', `/v1/projects/${project.id}`)
  const stream = await open('', after(before))
  await stream.received(1)
  expect(names(stream)).toEqual(['project.deleted'])
})

test('filters: names, project, time', async () => {
  const [mine, other] = [await givenProject(app), await givenProject(app)]
  app.clock.advance(inSeconds)
  const since = app.clock.now().toISOString()
  const query = `?event=content.deleted&event=project.deleted&project_id=${mine.id}`
  const stream = await open(query)
  await stream.until(() => stream.lastEventId() !== '')
  await emit(app, 3, { projectId: other.id })
  const [own] = await emit(app, 1, { projectId: mine.id })
  await givenUpload(app, mine.id)
  await app.call('DELETE', `/v1/projects/${mine.id}`)
  await stream.received(2)
  expect(names(stream)).toEqual(['content.deleted', 'project.deleted'])
  expect(ids(stream)[0]).toBe(own)
  app.clock.advance(inSeconds)
  const later = await open(`?created_after=${since}&event=content.deleted`)
  await emit(app, 1)
  await later.received(1)
  expect(names(later)).toEqual(['content.deleted'])
})

test('a restricted key hears of its own projects only', async () => {
  const [mine, other] = [await givenProject(app), await givenProject(app)]
  const key = await givenKey(app, { project_ids: [mine.id] })
  const stream = await open('', { key, ...after(startOfStream) })
  await emit(app, 1, { projectId: other.id })
  await emit(app, 1)
  const [own] = await emit(app, 1, { projectId: mine.id })
  await stream.until(() => stream.lastEventId() === own)
  expect(names(stream)).toEqual(['project.created', 'content.deleted'])
  const answer = await app.call('GET', `/v1/events/stream?project_id=${other.id}`, { key })
  expect([answer.status, answer.body.error.code]).toEqual([403, 'project_access_denied'])
})
