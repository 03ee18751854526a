import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { event } from './support/records.ts'
import { expectShape, id, integer, number, record, text } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'
import { envelopeOf, openReceiver, receivedAt, verify, type Envelope } from './support/webhooks.ts'

const { call, make, givenKey, givenProject, world } = openSuite('events')
const receiver = openReceiver()
const here = test.skipIf(!world.own)
const { received, projectId, contentId } = world.recording

const list = async (query = ''): Promise<Envelope[]> =>
  (await call('GET', `/v1/events?${query}`)).body.data
const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
const emit = async (project: { id: string }) =>
  (await openUpload(call, project.id, file)).session.content_id

/** The one event of the shared recording with this name. */
async function eventOf(name: string): Promise<Envelope> {
  const [found] = await list(`project_id=${projectId}&event=${name}&limit=1`)
  if (!found) throw new Error(`No event ${name} was recorded.`)
  return found
}

test('an event has every field of the envelope', async () => {
  const events = await list(`project_id=${projectId}&limit=100`)
  expect(events.length).toBeGreaterThan(2)
  for (const found of events) {
    expectShape(found, event)
    expect(found.project_id).toBe(projectId)
  }
})

here('a webhook carries the same envelope, signed, once per event', () => {
  const ids = received.map((request) => {
    expect(request.isGenuine).toBe(true)
    expectShape(envelopeOf(request), event)
    return envelopeOf(request).id
  })
  expect(ids.length).toBeGreaterThan(2)
  expect(new Set(ids).size).toBe(ids.length)
})

here('links.api is the address of the resource', async () => {
  const found = received.map(envelopeOf).find(({ event: name }) => name === 'content.created')
  const path = new URL(found?.links.api ?? '').pathname
  expect(path).toMatch(/^\/v1\//)
  const { status, body } = await call('GET', path)
  expect([status, body.data.id]).toEqual([200, contentId])
})

test('transcription.completed tells content_id, filename, duration_seconds and word_count', async () => {
  const { data } = await eventOf('transcription.completed')
  const fields = { filename: text, duration_seconds: number, word_count: integer }
  expectShape(data, record({ content_id: id('cont'), ...fields }))
  const path = `/v1/projects/${projectId}/content/${contentId}`
  const { data: item } = (await call('GET', path)).body
  expect(data).toEqual({
    content_id: contentId,
    filename: item.filename,
    duration_seconds: item.duration_seconds,
    word_count: item.transcript.word_count,
  })
})

test('content_analysis.completed is sent when an analysis completes', async () => {
  const { data } = await eventOf('content_analysis.completed')
  const fields = ['analysis_id', 'content_id', 'prompt_id', 'prompt_name', 'version', 'status']
  expect(Object.keys(data).toSorted()).toEqual([...fields, 'confidence_score'].toSorted())
  expect(data).toMatchObject({ content_id: contentId, status: 'completed' })
})

test('content.created and transcription.started come before transcription.completed', async () => {
  const events = await list(`project_id=${projectId}&limit=100`)
  const names = events.toReversed().map(({ event: name }) => name)
  const order = ['content.created', 'transcription.started', 'transcription.completed']
  expect(order.map((name) => names.indexOf(name))).toEqual(
    order.map((name) => names.indexOf(name)).toSorted((a, b) => a - b),
  )
  expect(names).toEqual(expect.arrayContaining(order))
  const created = await eventOf('content.created')
  const fields = { filename: text, content_type: text, size_bytes: integer }
  expectShape(created.data, record({ content_id: id('cont'), ...fields }))
  const begun = await eventOf('transcription.started')
  expectShape(begun.data, record({ content_id: id('cont'), filename: text }))
})

test('content.deleted is sent when content is deleted', async () => {
  const project = await givenProject()
  const deletedId = await emit(project)
  await call('DELETE', `/v1/projects/${project.id}/content/${deletedId}`)
  const [found] = await list(`project_id=${project.id}&event=content.deleted`)
  expect(found?.data).toEqual({ content_id: deletedId, filename: 'a.wav' })
})

test('project_insights.completed is sent when insights are generated', async () => {
  const project = await givenProject()
  const { insights_id: made } = await make(`/v1/projects/${project.id}/insights/generate`)
  await expect
    .poll(async () => (await list(`project_id=${project.id}&event=project_insights.completed`))[0])
    .toMatchObject({ data: { insights_id: made, content_analyzed: 0, lookback_days: 30 } })
})

test('payloads are thin: under 20 KB', async () => {
  for (const found of await list('limit=100')) {
    expect(JSON.stringify(found).length).toBeLessThan(20_000)
  }
})

test('the list filters by event, project and time, newest first, with pagination', async () => {
  const project = await givenProject()
  const ids = [await emit(project), await emit(project), await emit(project)].toReversed()
  const own = `project_id=${project.id}&event=content.created`
  const contentIds = (await list(own)).map(({ data }) => data['content_id'])
  expect(contentIds).toEqual(ids)
  expect(await list(`${own}&created_after=2099-01-01T00:00:00Z`)).toEqual([])
  expect(await list(`${own}&created_before=2099-01-01T00:00:00Z`)).toHaveLength(3)
  const { body } = await call('GET', `/v1/events?${own}&limit=2`)
  expect([body.data.length, body.pagination.has_more]).toEqual([2, true])
  const cursor = encodeURIComponent(body.pagination.next_cursor)
  expect(await list(`${own}&limit=2&cursor=${cursor}`)).toHaveLength(1)
  expectRefusal(await call('GET', '/v1/events?event=nothing.known'), 400, 'validation_error')
})

test('one event is read by its id', async () => {
  const found = await eventOf('content.created')
  const { status, body } = await call('GET', `/v1/events/${found.id}`)
  expect([status, body.data]).toEqual([200, found])
  expectRefusal(await call('GET', '/v1/events/evt_unknown'), 404, 'not_found')
})

test('a restricted key sees the events of its projects only', async () => {
  const [own, other] = [await givenProject(), await givenProject()]
  await emit(own)
  await emit(other)
  const { key } = await givenKey({ project_ids: [own.id] })
  const { body } = await call('GET', '/v1/events?limit=100', { key })
  const projects = body.data.map((found: Envelope) => found.project_id)
  expect(new Set(projects)).toEqual(new Set([own.id]))
  const foreign = await call('GET', `/v1/events?project_id=${other.id}`, { key })
  expectRefusal(foreign, 403, 'project_access_denied')
})

test('the stream sends what happens next, and goes on behind Last-Event-ID', async () => {
  const project = await givenProject()
  await emit(project)
  const [before] = await list(`project_id=${project.id}&event=content.created`)
  if (!before) throw new Error('The event was not recorded.')
  const next = await emit(project)
  const { key } = await givenKey()
  const stop = new AbortController()
  const query = `project_id=${project.id}&event=content.created`
  const answer = await fetch(new URL(`/v1/events/stream?${query}`, world.baseUrl), {
    headers: { authorization: `Bearer ${key}`, 'last-event-id': before.id },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const later = await emit(project)
  const blocks = await readUntil(answer, later)
  stop.abort()
  const events = blocks.map(({ data }) => JSON.parse(data))
  expect(events.map(({ data }) => data.content_id)).toEqual([next, later])
  for (const [index, found] of events.entries()) {
    expectShape(found, event)
    expect(blocks[index]).toMatchObject({ id: found.id, event: 'content.created' })
  }
})

type Block = { id: string; event: string; data: string }

/** The blocks that carry data, up to the one that holds `word`. */
async function readUntil(answer: Response, word: string): Promise<Block[]> {
  let said = ''
  for await (const chunk of answer.body ?? []) {
    said += Buffer.from(chunk).toString()
    const blocks = said.split('\n\n').slice(0, -1).map(toBlock)
    if (blocks.some(({ data }) => data.includes(word))) return blocks.filter(({ data }) => data)
  }
  throw new Error('The stream ended early.')
}

function toBlock(block: string): Block {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
  return { id: field('id'), event: field('event'), data: field('data') }
}

here('an event can be replayed: the same id and body again, signed anew', async () => {
  const project = await givenProject()
  const url = receiver().url('/replayed', '127.0.0.1')
  const body = { url, events: ['content.created'], project_ids: [project.id] }
  const hook = await make('/v1/webhooks', body)
  await emit(project)
  const [first] = await receivedAt(receiver(), '/replayed')
  const eventId = first?.headers['webhook-id']
  const answer = await call('POST', `/v1/events/${eventId}/replay`)
  expect(answer.status).toBe(202)
  const second = (await receivedAt(receiver(), '/replayed', 2))[1]
  if (!second) throw new Error('Nothing came again.')
  verify(hook.secret, second)
  expect(second.headers['webhook-id']).toBe(eventId)
  expect(second.body.toString()).toBe(first?.body.toString())
})

test('replaying an unknown event is 404', async () => {
  expectRefusal(await call('POST', '/v1/events/evt_unknown/replay'), 404, 'not_found')
})
