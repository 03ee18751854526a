import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { openStream, type TestStream } from '../../../support/event-stream.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { emit, emitTogether, inSeconds, openStreams, startOfStream } from './stage.ts'

let app: TestApp
const { open, close } = openStreams(() => app)
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => app.deps.db.sql.deleteFrom('events').execute())
afterEach(close)
afterAll(() => app.stop())

const ids = ({ events }: TestStream) => events.map(({ id }) => id)

test('a comment every 15 seconds shows that the connection lives', async () => {
  const stream = await open()
  app.clock.advance(14 * inSeconds)
  await emit(app, 1)
  await stream.received(1)
  expect(stream.comments).toEqual([])
  app.clock.advance(inSeconds)
  await stream.until(() => stream.comments.length === 1)
  app.clock.advance(30 * inSeconds)
  await stream.until(() => stream.comments.length === 3)
})

test('a stream is a read: keys, scopes, origins and methods as everywhere', async () => {
  const project = await givenProject(app)
  const publishable = await givenKey(app, { key_type: 'publishable', project_ids: [project.id] })
  const origin = { headers: { origin: 'https://example.com' } }
  for (const [options, status, code] of [
    [{ key: null }, 401, 'authentication_required'],
    [{ key: 'sk_live_unknown' }, 401, 'authentication_required'],
    [{ key: publishable }, 403, 'insufficient_permissions'],
    [origin, 403, 'origin_not_allowed'],
  ] as const) {
    for (const path of ['/v1/events', '/v1/events/stream']) {
      const answer = await app.call('GET', path, options)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
    }
  }
  const reading = await open('', { key: await givenKey(app, { scopes: ['read'] }) })
  expect(reading.status).toBe(200)
  expect((await app.call('POST', '/v1/events/stream', { body: {} })).status).toBe(405)
})

test('a revoked key gets nothing more: its stream ends with the next event', async () => {
  const { body } = await app.call('POST', '/v1/api-keys', { body: { name: 'To be revoked' } })
  const stream = await open('', { key: body.data.key })
  await emit(app, 1)
  await stream.received(1)
  await app.call('DELETE', `/v1/api-keys/${body.data.id}`)
  await emit(app, 1)
  expect(await stream.ended).toBe(true)
  expect(stream.events).toHaveLength(1)
})

test('without an event it ends with the next comment; so does one whose key expires', async () => {
  const expires = new Date(app.clock.now().getTime() + 20 * inSeconds).toISOString()
  const key = await givenKey(app, { expires_at: expires })
  const stream = await open('', { key })
  app.clock.advance(15 * inSeconds)
  await stream.until(() => stream.comments.length === 1)
  app.clock.advance(15 * inSeconds)
  expect(await stream.ended).toBe(true)
})

test('a key has 20 streams at most; another key and a place that is free again are served', async () => {
  const key = await givenKey(app, {})
  const own = await Promise.all(Array.from({ length: 20 }, () => open('', { key })))
  expect(own.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const { status, headers, body } = await app.call('GET', '/v1/events/stream', { key })
  expect([status, body.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open()).status).toBe(200)
  own[0]?.close()
  await own[0]?.ended
  await expect.poll(async () => (await open('', { key })).status).toBe(200)
})

test('a stop ends the streams as whole answers, at once', async () => {
  const stopped = await startTestApp()
  const stream = await openStream(stopped)
  await emit(stopped, 3)
  await stream.received(3)
  const startedAt = performance.now()
  await stopped.stop()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(await stream.ended).toBe(true)
})

test('after a restart a reader goes on where it was', async () => {
  const db = await openTestDatabase()
  const start = () => startTestApp({ db: { ...db, close: async () => {} } })
  const first = await start()
  await emit(first, 5)
  const before = await openStream(first, '', { headers: { 'last-event-id': startOfStream } })
  await before.received(5)
  await first.stop()
  expect(await before.ended).toBe(true)
  const second = await start()
  const sent = await emit(second, 3)
  const back = await openStream(second, '', { headers: { 'last-event-id': before.lastEventId() } })
  await back.received(3)
  expect(ids(back).toSorted()).toEqual(sent.toSorted())
  back.close()
  await second.stop()
  await db.close()
})

/** A reader that takes nothing until its socket is told to go on. */
async function openDeaf() {
  const { host, port } = new URL(app.baseUrl)
  const socket = connect(Number(port), '127.0.0.1').pause()
  const lines = [
    'GET /v1/events/stream HTTP/1.1',
    `Host: ${host}`,
    `Authorization: Bearer ${app.sessionToken}`,
    `Last-Event-ID: ${startOfStream}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  socket.on('error', () => {})
  let text = ''
  socket.setEncoding('utf8').on('data', (part: string) => (text += part))
  socket.pause()
  return {
    socket,
    /** Resolves once so many events were taken. */
    has: async (count: number) => {
      while ((text.match(/^event: /gm)?.length ?? 0) < count) await once(socket, 'data')
    },
    closed: new Promise<string>((resolve) => socket.on('close', () => resolve(text))),
  }
}

/** Together some ten megabytes. */
const many = 240

test('who takes nothing for a minute is cut off; who is only slow gets everything', async () => {
  // More than the buffers between the two processes hold.
  await emitTogether(app, many, { filename: 'x'.repeat(45_000) })
  const slow = await openDeaf()
  const steady = await open('', { headers: { 'last-event-id': startOfStream } })
  await steady.received(many)
  app.clock.advance(30 * inSeconds)
  slow.socket.resume()
  await slow.has(many)
  const deaf = await openDeaf()
  // Each event gives the deaf one's stream its turn at the database, until it is full.
  for (let beat = 1; beat <= 20; beat++) {
    await emit(app, 1)
    await steady.received(many + beat)
    app.clock.advance(15 * inSeconds)
  }
  deaf.socket.resume()
  const received = await deaf.closed
  expect(received.match(/^id: /gm)?.length ?? 0).toBeLessThan(many)
  await slow.has(many + 20)
  slow.socket.destroy()
  const text = await slow.closed
  const blocks = text.match(/^id: evt_\w+$/gm)
  expect(blocks).toEqual(ids(steady).map((id) => `id: ${id}`))
}, 120_000)

const run = promisify(execFile)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasCurl)('curl -N shows each event as it comes', async () => {
  await emit(app, 2)
  const child = execFile('curl', [
    '-sN',
    '-H',
    `Authorization: Bearer ${app.sessionToken}`,
    `${app.baseUrl}/v1/events/stream?last_event_id=${startOfStream}`,
  ])
  let text = ''
  const transcribes = (count: number) =>
    new Promise<void>((resolve) => {
      child.stdout?.on('data', (part: string) => {
        text += part
        if ((text.match(/^event: content.deleted$/gm)?.length ?? 0) >= count) resolve()
      })
    })
  await transcribes(2)
  const third = transcribes(3)
  await emit(app, 1)
  await third
  child.kill()
  expect(text).toContain('retry: 3000')
})
