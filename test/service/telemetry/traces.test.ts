import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { startTraces } from '../../../service/telemetry/traces.ts'
import { startTestApp } from '../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../support/engine.ts'
import { givenProject, givenUpload } from '../../support/factory.ts'
import { startReceiver } from '../../support/receiver.ts'
import { startTraceReceiver, type ReceivedSpan } from '../../support/trace-receiver.ts'

const log = createLog('silent')
const said = 'zanzibarword'
const filename = 'quokkaname.wav'
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }

async function start() {
  const [receiver, collector] = [await startReceiver(), await startTraceReceiver()]
  onTestFinished(receiver.stop)
  onTestFinished(collector.stop)
  const app = await startTestApp({
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' },
    webhookAuthorities: [receiver.authority],
    transcriber: scriptedTranscriber(async () => spoken(`${said} was said.`)),
  })
  onTestFinished(app.stop)
  const traces = startTraces({ url: collector.url, ratio: 1, version: '0.0.0', log })
  return { receiver, collector, app, traces }
}

/** Whoever a span is in, from the outermost to itself. */
function pathTo(spans: readonly ReceivedSpan[], span: ReceivedSpan | undefined): string[] {
  if (!span) return []
  const outer = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...pathTo(spans, outer), span.name]
}

test('one upload is one trace: from the request through its job to the webhook', async () => {
  const { receiver, collector, app, traces } = await start()
  const project = await givenProject(app, { settings: { auto_analyze: true } })
  const body = { url: receiver.url('/', '127.0.0.1'), events: ['transcription.completed'] }
  const { secret } = (await app.call('POST', '/v1/webhooks', { body })).body.data
  const id = await givenUpload(app, project.id, { filename })
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` }
  const address = `/v1/projects/${project.id}/content/${id}/upload-complete`
  expect((await app.call('POST', address, { headers })).status).toBe(202)
  await app.idle()
  await traces.stop()

  const spans = collector.spans.filter(({ traceId }) => traceId === caller.traceId)
  const route = 'POST /v1/projects/:projectId/content/:contentId/upload-complete'
  const request = spans.find(({ name }) => name === route)
  expect(request?.parentSpanId).toBe(caller.spanId)
  const paths = spans.map((span) => pathTo(spans, span).join(' > '))
  const uploaded = [route, 'transaction', 'job content.transcribe']
  expect(paths).toContain([...uploaded, 'transaction'].join(' > '))
  // Its transaction may be of several events.
  const told = [...uploaded, 'transaction', 'job event.fan-out']
  expect(paths).toContain([...told, 'webhook transcription.completed'].join(' > '))
  const analysed = [...uploaded, 'transaction', 'job analysis.run', 'stage analysis']
  expect(paths).toContain(analysed.join(' > '))

  const sent = spans.find(({ name }) => name.startsWith('webhook '))
  expect(receiver.requests[0]?.headers['traceparent']).toBe(
    `00-${caller.traceId}-${sent?.spanId}-01`,
  )
  const attributes = Object.fromEntries(
    (sent?.attributes ?? []).map(({ key, value }) => [key, value]),
  )
  expect(attributes).toMatchObject({
    'earshot.delivery.outcome': { stringValue: 'delivered' },
    'http.response.status_code': { intValue: 200 },
  })
  for (const text of [said, filename, secret, app.sessionToken, project.name]) {
    expect(collector.text()).not.toContain(text)
  }
})

test('a trace that its caller does not keep is not kept here, and is passed on all the same', async () => {
  const { receiver, collector, app, traces } = await start()
  const body = { url: receiver.url('/', '127.0.0.1'), events: ['project.created'] }
  await app.call('POST', '/v1/webhooks', { body })
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-00` }
  await app.call('POST', '/v1/projects', { body: { name: 'Calls' }, headers })
  await app.idle()
  await traces.stop()
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain(caller.traceId)
  expect(receiver.requests[0]?.headers['traceparent']).toMatch(
    new RegExp(`^00-${caller.traceId}-[0-9a-f]{16}-00$`),
  )
})

test('where no traces are collected, that of a request is passed on, and nonsense is not', async () => {
  const { receiver, app, traces } = await start()
  await traces.stop()
  const body = { url: receiver.url('/', '127.0.0.1'), events: ['project.created'] }
  await app.call('POST', '/v1/webhooks', { body })
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`
  for (const sent of [traceparent, `00-${'0'.repeat(32)}-${caller.spanId}-01`, 'nonsense']) {
    await app.call('POST', '/v1/projects', {
      body: { name: 'Calls' },
      headers: { traceparent: sent },
    })
    await app.idle()
  }
  const passedOn = receiver.requests.map(({ headers }) => headers['traceparent'])
  expect(passedOn).toEqual([traceparent, undefined, undefined])
})

test('what fails has the code of its failure, and no message', async () => {
  const { receiver, collector, app, traces } = await start()
  receiver.behave('/', { status: 500, body: said })
  const body = { url: receiver.url('/', '127.0.0.1'), events: ['project.created'] }
  await app.call('POST', '/v1/webhooks', { body })
  await app.call('POST', '/v1/projects', { body: { name: 'Calls' } })
  await app.idle()
  await traces.stop()
  const sent = collector.spans.find(({ name }) => name === 'webhook project.created')
  expect(sent?.status).toEqual({ code: 2 })
  expect(sent?.attributes).toContainEqual({
    key: 'error.type',
    value: { stringValue: 'http_status' },
  })
  expect(collector.text()).not.toContain(said)
})

test('without a receiver the work goes on, and stopping ends', async () => {
  const { collector, app, traces } = await start()
  await collector.stop()
  expect((await app.call('POST', '/v1/projects', { body: { name: 'Calls' } })).status).toBe(201)
  await traces.stop()
  expect((await app.call('GET', '/v1/org')).status).toBe(200)
})
