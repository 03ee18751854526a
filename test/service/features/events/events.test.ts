import { afterAll, beforeAll, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import {
  eventData,
  recordEvent,
  type EventName,
  type NewEvent,
} from '../../../../service/features/events/events.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import { emit, inDays, inSeconds, organizationOf } from './stage.ts'

let app: TestApp
beforeAll(async () => {
  const result = { summary: 'A contract.', key_points: ['Friday'] }
  app = await startTestApp({ writer: scriptedWriter(async () => written(result)) })
})
afterAll(() => app.stop())

type Listed = {
  id: string
  event: EventName
  project_id: string | null
  data: object
  links: { api: string }
}

async function list(query: string, key?: string): Promise<Listed[]> {
  const answer = await app.call('GET', `/v1/events?${query}`, key === undefined ? {} : { key })
  expect(answer.status).toBe(200)
  return answer.body.data
}
const names = (events: Listed[]) => events.map(({ event }) => event)

const store = async (content: Pick<NewEvent, 'event' | 'data'>): Promise<string> => {
  const organizationId = await organizationOf(app)
  // Each caller below gives data of its event.
  const event = { ...content, organizationId, projectId: null, link: '/v1/projects' } as NewEvent
  return app.deps.db.transaction((tx) => recordEvent(app.deps, tx, event))
}

test('what happens to a project and its recordings is listed, newest first, in its own shape', async () => {
  const body = { name: 'Mine', template: '{{transcript}}' }
  const prompt = (await app.call('POST', '/v1/prompts', { body })).body.data
  const settings = { auto_analyze: true, default_prompt_id: prompt.id }
  const { id } = await givenProject(app, { settings })
  const contentId = await givenRecording(app, id)
  await app.call('PATCH', `/v1/projects/${id}`, { body: { name: 'Renamed' } })
  app.clock.advance(30 * inSeconds)
  await app.idle()
  await app.call('DELETE', `/v1/projects/${id}/content/${contentId}`)
  const events = await list(`project_id=${id}`)
  expect(names(events)).toEqual([
    'content.deleted',
    'project.updated',
    'content_analysis.completed',
    'transcription.completed',
    'transcription.started',
    'content.created',
    'project.created',
  ])
  for (const { event, data } of events) {
    expect(Value.Check(eventData[event], data)).toBe(true)
    expect(Object.keys(data).toSorted()).toEqual(
      Object.keys(eventData[event].properties).toSorted(),
    )
  }
})

test('links.api is always an address; of the list, where the resource is gone', async () => {
  const { id } = await givenProject(app)
  const contentId = await givenUpload(app, id)
  const ask = async (method: string, path: string, body?: object) =>
    (await app.call(method, path, body && { body })).body.data
  await ask('DELETE', `/v1/projects/${id}/content/${contentId}`)
  const invited = await ask('POST', '/v1/invitations', { email: 'ann@example.org' })
  await ask('DELETE', `/v1/invitations/${invited.id}`)
  const linkOf = async (query: string) => {
    const [event] = await list(query)
    const address = new URL(event?.links.api ?? '')
    expect((await app.call('GET', address.pathname)).status).toBe(200)
    return address.pathname
  }
  const own = `project_id=${id}&event=`
  expect(await linkOf(`${own}content.deleted`)).toBe(`/v1/projects/${id}/content`)
  expect(await linkOf(`${own}project.created`)).toBe(`/v1/projects/${id}`)
  expect(await linkOf('event=invitation.revoked')).toBe('/v1/invitations')
  await ask('DELETE', `/v1/projects/${id}`)
  expect(await linkOf(`${own}project.deleted`)).toBe('/v1/projects')
})

test('filters: one name or several, a project, times', async () => {
  const [mine, other] = [await givenProject(app), await givenProject(app)]
  app.clock.advance(inSeconds)
  const since = app.clock.now().toISOString()
  app.clock.advance(inSeconds)
  await givenUpload(app, mine.id)
  const [deleted] = await emit(app, 1, { projectId: mine.id })
  await emit(app, 1, { projectId: other.id })
  const own = `project_id=${mine.id}`
  expect(names(await list(own))).toEqual(['content.deleted', 'content.created', 'project.created'])
  expect((await list(`${own}&event=content.deleted`)).map(({ id }) => id)).toEqual([deleted])
  const two = `${own}&event=content.deleted&event=project.created`
  expect(names(await list(two))).toEqual(['content.deleted', 'project.created'])
  expect(await list(`created_after=${since}`)).toHaveLength(3)
  expect(names(await list(`${own}&created_before=${since}`))).toEqual(['project.created'])
  expect(await list('project_id=proj_unknown')).toEqual([])
  for (const [query, field] of [
    ['event=nothing.known', 'event'],
    ['event=content.created&event=nothing.known', 'event'],
    ['created_after=yesterday', 'created_after'],
    ['limit=0', 'limit'],
  ]) {
    const { status, body } = await app.call('GET', `/v1/events?${query}`)
    expect([query, status, body.error.code]).toEqual([query, 400, 'validation_error'])
    expect(body.error.details[0].field).toContain(field)
  }
})

test('pages neither repeat nor skip, and a cursor belongs to its filters', async () => {
  const { id } = await givenProject(app)
  const sent = await emit(app, 12, { projectId: id })
  const seen: string[] = []
  const query = `project_id=${id}&event=content.deleted&limit=5`
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null; pages++) {
    const url: string = `/v1/events?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { body } = await app.call('GET', url)
    seen.push(...body.data.map((event: Listed) => event.id))
    cursor = body.pagination.next_cursor
    expect(body.pagination.has_more).toBe(cursor !== null)
    if (cursor === null) break
    const other = await app.call('GET', `/v1/events?limit=5&cursor=${encodeURIComponent(cursor)}`)
    expect(other.body.error.details[0].field).toBe('cursor')
    expect(pages).toBeLessThan(3)
  }
  expect(seen.toSorted()).toEqual(sent.toSorted())
  expect(new Set(seen).size).toBe(12)
})

test('a restricted key reads the events of its projects and none of the organization', async () => {
  const [mine, other] = [await givenProject(app), await givenProject(app)]
  const key = await givenKey(app, { project_ids: [mine.id] })
  const [own] = await emit(app, 1, { projectId: mine.id })
  const [foreign] = await emit(app, 1, { projectId: other.id })
  const [organizations] = await emit(app, 1)
  expect(names(await list('limit=100', key))).toEqual(['content.deleted', 'project.created'])
  expect((await app.call('GET', `/v1/events/${own}`, { key })).status).toBe(200)
  for (const path of [foreign, organizations, `?project_id=${other.id}`]) {
    const { status, body } = await app.call('GET', `/v1/events/${path}`.replace('/?', '?'), { key })
    expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
  }
  expect((await app.call('GET', '/v1/events/evt_unknown', { key })).status).toBe(404)
})

test('a payload stays under 20 KB whatever the names are', async () => {
  const filename = '🎙'.repeat(255)
  const message = `${'Why it failed, at length. '.repeat(4_000)}🎙`
  const error = { code: 'decode_failed', message }
  const content = { content_id: `cont_${'0'.repeat(26)}`, filename }
  const id = await store({ event: 'transcription.failed', data: { ...content, error } })
  const { body } = await app.call('GET', `/v1/events/${id}`)
  expect(Buffer.byteLength(JSON.stringify(body.data))).toBeLessThan(20_000)
  expect(body.data.data).toMatchObject({ filename, error: { code: 'decode_failed' } })
  expect(message.startsWith(body.data.data.error.message)).toBe(true)
})

test('an event is read for 30 days and not a moment longer', async () => {
  const [id] = await emit(app, 1)
  const { body } = await app.call('GET', `/v1/events/${id}`)
  const read = (await list('limit=1'))[0]
  expect(read).toEqual(body.data)
  app.clock.advance(30 * inDays)
  expect((await app.call('GET', `/v1/events/${id}`)).status).toBe(200)
  app.clock.advance(1)
  const gone = await app.call('GET', `/v1/events/${id}`)
  expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found'])
  expect((await list('limit=100')).map((event) => event.id)).not.toContain(id)
})
