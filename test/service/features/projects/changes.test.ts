import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OpenedDb } from '../../../../service/db/open-database.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { givenKey, givenProject, givenUpload } from '../../../support/factory.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'

const env = { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' }
const inSeconds = 1_000

let db: OpenedDb
let receiver: Receiver
let app: TestApp
beforeEach(async () => {
  db = await openTestDatabase()
  receiver = await startReceiver()
  app = await start()
})
afterEach(async () => {
  await app.stop()
  await receiver.stop()
  await db.close()
})

/** The service on a database that outlives it. */
const start = () =>
  startTestApp({
    env,
    db: { ...db, close: async () => {} },
    webhookAuthorities: [receiver.authority],
  })

const change = (id: string, body: object) => app.call('PATCH', `/v1/projects/${id}`, { body })
const advance = async (ms: number) => {
  app.clock.advance(ms)
  await app.idle()
}

/** Name and data of the events of a project, oldest first. */
async function eventsOf(id: string): Promise<[string, object][]> {
  const { body } = await app.call('GET', `/v1/events?project_id=${id}&limit=100`)
  return body.data
    .toReversed()
    .map((event: { event: string; data: object }) => [event.event, event.data])
}

test('a change is told after half a minute, with all that changed until then', async () => {
  const { id } = await givenProject(app, { name: 'Calls' })
  await change(id, { name: 'Sales calls' })
  await advance(20 * inSeconds)
  await change(id, { settings: { auto_analyze: true }, name: 'Sales' })
  await advance(9 * inSeconds)
  expect(await eventsOf(id)).toEqual([['project.created', { id, name: 'Calls' }]])
  await advance(inSeconds)
  const told = {
    id,
    name: 'Sales',
    changed_fields: ['name', 'settings.auto_analyze'],
  }
  expect((await eventsOf(id)).slice(1)).toEqual([['project.updated', told]])
  await advance(60 * inSeconds)
  expect(await eventsOf(id)).toHaveLength(2)
  await change(id, { description: 'All of them' })
  await advance(30 * inSeconds)
  const [, , again] = await eventsOf(id)
  expect(again).toEqual(['project.updated', { id, name: 'Sales', changed_fields: ['description'] }])
})

test('a PATCH that changes nothing is no update', async () => {
  const settings = { auto_analyze: true }
  const { id } = await givenProject(app, { name: 'Calls', description: 'Ours', settings })
  const before = await app.call('GET', `/v1/projects/${id}`)
  await advance(inSeconds)
  for (const body of [{}, { name: 'Calls', description: 'Ours' }, { settings }]) {
    const answer = await change(id, body)
    expect([answer.status, answer.body.data]).toEqual([200, before.body.data])
  }
  await advance(60 * inSeconds)
  expect(await eventsOf(id)).toHaveLength(1)
})

test('a restart does not lose the change', async () => {
  const { id } = await givenProject(app)
  await change(id, { name: 'Renamed' })
  await app.stop()
  app = await start()
  await app.idle()
  expect(await eventsOf(id)).toHaveLength(1)
  await advance(30 * inSeconds)
  const [, told] = await eventsOf(id)
  expect(told).toEqual(['project.updated', { id, name: 'Renamed', changed_fields: ['name'] }])
})

test('a change and then the deletion give only the deletion, which is read and delivered', async () => {
  const { id } = await givenProject(app, { name: 'Calls' })
  // Who is told of an event is settled a moment after it: a webhook may not be too quick.
  await app.idle()
  const body = { url: receiver.url('/hook'), events: ['*'], project_ids: [id] }
  expect((await app.call('POST', '/v1/webhooks', { body })).status).toBe(201)
  receiver.behave('/hook', 'hang')
  await givenUpload(app, id)
  await receiver.received(1)
  const key = await givenKey(app, { project_ids: [id] })
  await change(id, { name: 'Renamed' })
  receiver.behave('/hook', { status: 200 })
  expect((await app.call('DELETE', `/v1/projects/${id}`)).status).toBe(200)
  await advance(60 * inSeconds)
  expect(await eventsOf(id)).toEqual([['project.deleted', { id, name: 'Renamed' }]])
  const bodies = receiver.requests.map((one) => JSON.parse(one.body.toString()))
  expect(bodies.map(({ event }) => event)).toEqual(['content.created', 'project.deleted'])
  expect(bodies[1]).toMatchObject({
    project_id: id,
    data: { id, name: 'Renamed' },
    links: { api: `${app.baseUrl}/v1/projects` },
  })
  const own = await app.call('GET', '/v1/events', { key })
  expect(own.body.data).toMatchObject([{ event: 'project.deleted', project_id: id }])
})
