import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openStream } from '../../support/event-stream.ts'
import { givenProject, givenRecording, givenUpload } from '../../support/factory.ts'
import { openRaw } from '../../support/raw-http.ts'
import { startReceiver } from '../../support/receiver.ts'

let app: TestApp
afterEach(() => app.stop())

const token = 'a-token-of-sixteen-or-more'
const start = async (env: Record<string, string>, adapters = {}) => {
  app = await startTestApp({ env, ...adapters })
}
const scrape = async (key: string | null = token, headers = {}) =>
  app.call('GET', '/metrics', { key, headers })

/** The value of the one line with this name and these labels. */
async function read(name: string, labels: Record<string, string> = {}): Promise<number> {
  const { body } = await scrape()
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  const lines = String(body)
    .split('\n')
    .filter((line) => line.startsWith(name) && wanted.every((one) => line.includes(one)))
  expect(lines, `${name} ${wanted}`).toHaveLength(1)
  return Number(lines[0]?.split(' ').at(-1))
}

/** One that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  server.close()
  await once(server, 'close')
  return port
}

test('nobody is told unless it is configured', async () => {
  await start({})
  expect((await scrape(app.sessionToken)).status).toBe(404)
})

test('with a token, whoever has it, and no key of the API', async () => {
  await start({ EARSHOT_METRICS_TOKEN: token })
  for (const key of [null, app.sessionToken, `${token}x`]) {
    expect((await scrape(key)).status).toBe(401)
  }
  const { status, headers, body } = await scrape()
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0\.0\.4/),
  ])
  expect(body).toContain('process_cpu_seconds_total')
  expect(headers.get('ratelimit')).toBeNull()
})

test('without one this machine, and nothing that a proxy on it passes on', async () => {
  await start({ EARSHOT_METRICS: 'true' })
  expect((await scrape(null)).status).toBe(200)
  const answer = await scrape(null, { 'x-forwarded-for': '203.0.113.7' })
  expect(answer.status).toBe(403)
})

test('requests by the template of their route, jobs by name, stages, pool and readers', async () => {
  await start({ EARSHOT_METRICS_TOKEN: token })
  const project = await givenProject(app, { settings: { auto_analyze: true } })
  await givenRecording(app, project.id)
  await app.call('GET', '/v1/no-such-place')
  const requests = 'earshot_http_request_duration_seconds_count'
  const posted = { method: 'POST', route: '/v1/projects', status: '201' }
  await expect.poll(() => read(requests, posted)).toBe(1)
  const { body } = await scrape()
  expect(body).toContain('route="/v1/projects/:projectId/content/upload-url"')
  expect(body).not.toContain(project.id)
  expect(body).not.toContain('no-such-place')
  const jobs = 'earshot_job_duration_seconds_count'
  expect(await read(jobs, { name: 'content.transcribe', lane: 'engine', end: 'ended' })).toBe(1)
  const stages = 'earshot_engine_stage_duration_seconds_count'
  expect(await read(stages, { stage: 'analysis', outcome: 'ended' })).toBe(1)
  expect(await read('earshot_database_pool_connections', { state: 'waiting' })).toBe(0)
  expect(await read('earshot_event_stream_readers')).toBe(0)
  const stream = await openStream(app)
  await stream.until(() => stream.lastEventId() !== '')
  expect(await read('earshot_event_stream_readers')).toBe(1)
  stream.close()
  await expect.poll(() => read('earshot_event_stream_readers')).toBe(0)
})

test('what waits, and for how long the oldest does, as the database has it', async () => {
  await start({ EARSHOT_METRICS_TOKEN: token })
  const project = await givenProject(app)
  await app.call('POST', '/v1/queue/pause')
  const id = await givenUpload(app, project.id)
  await app.call('POST', `/v1/projects/${project.id}/content/${id}/upload-complete`)
  app.clock.advance(90_000)
  const job = { lane: 'engine', name: 'content.transcribe' }
  expect(await read('earshot_queue_jobs', { ...job, state: 'waiting' })).toBe(1)
  expect(await read('earshot_queue_oldest_age_seconds', job)).toBe(90)
})

test('attempts at webhooks by their outcome, and how late they begin', async () => {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  receiver.behave('/broken', { status: 500 })
  await start(
    { EARSHOT_METRICS_TOKEN: token, EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' },
    { webhookAuthorities: [receiver.authority] },
  )
  for (const path of ['/', '/broken']) {
    const body = { url: receiver.url(path, '127.0.0.1'), events: ['project.created'] }
    await app.call('POST', '/v1/webhooks', { body })
  }
  await givenProject(app)
  await app.idle()
  const attempts = 'earshot_webhook_attempt_duration_seconds_count'
  expect(await read(attempts, { outcome: 'delivered' })).toBe(1)
  expect(await read(attempts, { outcome: 'http_status' })).toBe(1)
  expect(await read('earshot_webhook_lag_seconds_count')).toBe(2)
  expect(await read('earshot_webhook_open_deliveries', { status: 'retrying' })).toBe(1)
  expect(await read('earshot_webhook_overdue_seconds')).toBe(0)
})

test('at an address of their own there are probes and metrics, by any name, and nothing else', async () => {
  const port = await freePort()
  await start({
    EARSHOT_METRICS_TOKEN: token,
    EARSHOT_OPERATIONS_LISTEN: `127.0.0.1:${port}`,
  })
  const raw = async (path: string, key: string) => {
    const client = await openRaw(`http://127.0.0.1:${port}`)
    client.head('GET', path, { host: 'pod-7.earshot:9464', authorization: `Bearer ${key}` })
    return client.answer()
  }
  expect((await raw('/readyz', 'none')).status).toBe(200)
  expect((await raw('/metrics', token)).text).toContain('earshot_build_info')
  expect((await raw('/metrics', app.sessionToken)).status).toBe(401)
  expect((await raw('/v1/org', app.sessionToken)).status).toBe(404)
  expect((await scrape(app.sessionToken)).status).toBe(404)
  expect((await app.call('GET', '/readyz', { key: null })).status).toBe(200)
})
