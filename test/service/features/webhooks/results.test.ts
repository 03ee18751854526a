import { createHash } from 'node:crypto'
import { Ajv } from 'ajv'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transcription } from '../../../../service/engine/engine.ts'
import { composeBody } from '../../../../service/features/webhooks/compose.ts'
import { sentData } from '../../../../service/features/webhooks/results.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'
import { startReceiver, type Received, type Receiver } from '../../../support/receiver.ts'

const said = 'Mary signs the Aldebaran contract.'
const inMinutes = 60_000

let receiver: Receiver
let app: TestApp
let speech: Transcription
beforeAll(async () => {
  receiver = await startReceiver()
  app = await startTestApp({
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' },
    webhookAuthorities: [receiver.authority],
    transcriber: scriptedTranscriber(async () => speech),
  })
})
afterAll(async () => {
  await app?.stop()
  await receiver?.stop()
})

type Hook = { id: string; secret: string; path: string; projectId: string }
let count = 0

/** A webhook for one new project, at an address of its own. */
async function givenHook(events: string[], input: object = {}): Promise<Hook> {
  speech = spoken(said)
  const { id: projectId } = await givenProject(app)
  const path = `/result-${count++}`
  const body = {
    url: receiver.url(path),
    events,
    project_ids: [projectId],
    include_result: true,
    ...input,
  }
  const answer = await app.call('POST', '/v1/webhooks', { body })
  expect(answer.status).toBe(201)
  return { id: answer.body.data.id, secret: answer.body.data.secret, path, projectId }
}

const at = ({ path }: Hook): Received[] => receiver.requests.filter((one) => one.path === path)
const read = async (path: string) => (await app.call('GET', path)).body.data
const sha256Of = (body: Buffer) => createHash('sha256').update(body).digest('hex')
/** At the time that it says: the clock of the service is not that of the test. */
function isGenuine({ secret }: Hook, { headers, body }: Received): boolean {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const signature = new Webhook(secret).sign(String(headers['webhook-id']), sentAt, String(body))
  return headers['webhook-signature'] === signature
}
const payloadOf = (request: Received | undefined) => JSON.parse(String(request?.body))
const recordingIn = (hook: Hook, contentId: string) =>
  `/v1/projects/${hook.projectId}/content/${contentId}`
/** Advances the clock and waits for what is due then. */
const advance = async (ms: number) => {
  app.clock.advance(ms)
  await app.idle()
}

/** A recording whose event was answered with 500 once; the receiver is mended afterwards. */
async function givenUndelivered(hook: Hook): Promise<string> {
  receiver.behave(hook.path, { status: 500 })
  const contentId = await givenRecording(app, hook.projectId)
  receiver.behave(hook.path, { status: 200 })
  expect(at(hook)).toHaveLength(1)
  return contentId
}

async function attemptsOf(hook: Hook) {
  const [{ id }] = await read(`/v1/webhooks/${hook.id}/deliveries`)
  return (await read(`/v1/webhooks/${hook.id}/deliveries/${id}`)).attempts
}

async function correct(hook: Hook, contentId: string, text: string) {
  const recording = recordingIn(hook, contentId)
  const { segments } = await read(`${recording}/transcript`)
  const path = `${recording}/transcript/segments/${segments[0].id}`
  expect((await app.call('PATCH', path, { body: { text } })).status).toBe(200)
}

const events = [
  'transcription.completed',
  'transcript.updated',
  'content_analysis.completed',
  'project_insights.completed',
  'content.created',
]

test('each event carries its result as the API answers it, signed; without the option, none', async () => {
  const hook = await givenHook(events)
  const plain = await givenHook(events, { project_ids: [hook.projectId], include_result: false })
  const contentId = await givenRecording(app, hook.projectId)
  const recording = recordingIn(hook, contentId)
  const prompt = { name: 'Summary', template: '{{transcript}}', output_schema: { type: 'object' } }
  const made = await app.call('POST', '/v1/prompts', { body: prompt })
  const body = { prompt_id: made.body.data.id }
  const asked = await app.call('POST', `${recording}/analyze`, { body })
  await app.idle()
  const shown: Record<string, object> = {
    'transcription.completed': { transcript: await read(`${recording}/transcript`) },
    'content_analysis.completed': {
      analysis: await read(`${recording}/analyses/${asked.body.data.analysis_id}`),
    },
  }
  await app.call('POST', `/v1/projects/${hook.projectId}/insights/generate`, { body: {} })
  await app.idle()
  shown['project_insights.completed'] = {
    insights: await read(`/v1/projects/${hook.projectId}/insights`),
  }
  await correct(hook, contentId, 'Mary signs nothing.')
  await app.idle()
  shown['transcript.updated'] = { transcript: await read(`${recording}/transcript`) }

  const thin = new Map(at(plain).map((one) => [one.headers['webhook-id'], payloadOf(one)]))
  const shapes = new Ajv({ strict: false, validateFormats: false })
  expect(at(hook).map((one) => payloadOf(one).event)).toEqual([
    'content.created',
    'transcription.completed',
    'content_analysis.completed',
    'project_insights.completed',
    'transcript.updated',
  ])
  for (const request of at(hook)) {
    const { event, ...payload } = payloadOf(request)
    expect(isGenuine(hook, request)).toBe(true)
    const { data, ...envelope } = thin.get(request.headers['webhook-id'])
    expect({ event, ...payload }).toEqual({ ...envelope, data: { ...data, ...shown[event] } })
    expect(shapes.validate(sentData[event] ?? {}, payload.data), event).toBe(true)
  }
  expect(
    at(plain)
      .map((one) => String(one.body))
      .join(),
  ).not.toContain('Aldebaran')
})

test('what was sent is told by its hash and size; nothing that was said is kept', async () => {
  const hook = await givenHook(['transcription.completed'])
  await givenRecording(app, hook.projectId)
  const [request] = at(hook)
  if (!request) throw new Error('Nothing was received.')
  const [delivery] = await read(`/v1/webhooks/${hook.id}/deliveries`)
  const detail = await read(`/v1/webhooks/${hook.id}/deliveries/${delivery.id}`)
  expect(detail.attempts).toMatchObject([
    { body_bytes: request.body.length, body_sha256: sha256Of(request.body), result: 'included' },
  ])
  expect(String(request.body)).toContain('Aldebaran')
  const rows = await app.deps.db.sql.selectFrom('deliveries').selectAll().execute()
  const told = await app.deps.db.sql.selectFrom('events').selectAll().execute()
  expect(JSON.stringify([rows, told, detail])).not.toContain('Aldebaran')
})

test('an attempt sends what is there then: an edit is in the next one, under the same id', async () => {
  const hook = await givenHook(['transcription.completed'])
  const contentId = await givenUndelivered(hook)
  await correct(hook, contentId, 'Mary signs the Betelgeuse contract.')
  await advance(inMinutes)
  const [first, second] = at(hook)
  expect(payloadOf(first).data.transcript).toMatchObject({ text: said, version: 1 })
  const { data, id } = payloadOf(second)
  expect(data.transcript).toMatchObject({ text: 'Mary signs the Betelgeuse contract.', version: 2 })
  expect([id, second?.headers['webhook-id']]).toEqual([payloadOf(first).id, id])
  for (const request of at(hook)) expect(isGenuine(hook, request)).toBe(true)
  const hashes = (await attemptsOf(hook)).map((one: { body_sha256: string }) => one.body_sha256)
  expect(hashes).toEqual(at(hook).map(({ body }) => sha256Of(body)))
  expect(hashes[0]).not.toBe(hashes[1])
})

test('what was put into the bin or deleted before an attempt is not sent, which the event says', async () => {
  const hook = await givenHook(['transcription.completed'])
  const contentId = await givenUndelivered(hook)
  const recording = recordingIn(hook, contentId)
  receiver.behave(hook.path, { status: 500 })
  await app.call('POST', `${recording}/trash`)
  await advance(inMinutes)
  await app.call('POST', `${recording}/restore`)
  await advance(5 * inMinutes)
  receiver.behave(hook.path, { status: 200 })
  await app.call('DELETE', recording)
  await advance(30 * inMinutes)
  const sent = at(hook).map((one) => payloadOf(one).data)
  expect(sent.map((data) => data.transcript?.text)).toEqual([said, undefined, said, undefined])
  const api = `${app.baseUrl}${recording}/transcript`
  expect(sent[1]).toMatchObject({ content_id: contentId, filename: 'call.wav' })
  expect(sent[1].result_omitted).toEqual({ reason: 'in_trash', api })
  expect(sent[3].result_omitted).toEqual({ reason: 'not_found', api })
  const told = (await attemptsOf(hook)).map((one: { result: string }) => one.result)
  expect(told).toEqual(['included', 'in_trash', 'included', 'not_found'])
})

test('a result that makes the body too large is left out whole, with the address to read it', async () => {
  const hook = await givenHook(['transcription.completed'])
  speech = spoken(`${'Aldebaran '.repeat(20_000)}end.`)
  const contentId = await givenRecording(app, hook.projectId)
  const [request] = at(hook)
  const { data } = payloadOf(request)
  expect(request?.body.length).toBeLessThan(2_000)
  expect(data.transcript).toBeUndefined()
  const path = `${recordingIn(hook, contentId)}/transcript`
  expect(data.result_omitted).toEqual({ reason: 'too_large', api: app.baseUrl + path })
  expect((await read(path)).text).toContain('Aldebaran')
})

test('switched off it is off from the next attempt on, and on again for what is sent by hand', async () => {
  const hook = await givenHook(['transcription.completed'])
  await givenUndelivered(hook)
  const path = `/v1/webhooks/${hook.id}`
  const changed = await app.call('PATCH', path, { body: { include_result: false } })
  expect(changed.body.data.include_result).toBe(false)
  await advance(inMinutes)
  await app.call('PATCH', path, { body: { include_result: true } })
  const [delivery] = await read(`${path}/deliveries`)
  await app.call('POST', `${path}/deliveries/${delivery.id}/retry`)
  await app.idle()
  await app.call('POST', `/v1/events/${delivery.event_id}/replay`, {
    body: { webhook_id: hook.id },
  })
  await app.idle()
  const texts = at(hook).map((one) => payloadOf(one).data.transcript?.text)
  expect(texts).toEqual([said, undefined, said, said])
  expect(new Set(at(hook).map((one) => one.headers['webhook-id'])).size).toBe(1)
})

test('an attempt under way when it is switched off is broken off, and made again without the result', async () => {
  const hook = await givenHook(['transcription.completed'])
  receiver.behave(hook.path, 'hang')
  const before = receiver.requests.length
  const contentId = await givenUpload(app, hook.projectId)
  await app.call('POST', `${recordingIn(hook, contentId)}/upload-complete`)
  await receiver.received(before + 1)
  receiver.behave(hook.path, { status: 200 })
  await app.call('PATCH', `/v1/webhooks/${hook.id}`, { body: { include_result: false } })
  await app.idle()
  const texts = at(hook).map((one) => payloadOf(one).data.transcript?.text)
  expect(texts).toEqual([said, undefined])
  const [delivery] = await read(`/v1/webhooks/${hook.id}/deliveries`)
  expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1 })
})

test('a webhook of some projects gets nothing of a recording that was moved to another one', async () => {
  const hook = await givenHook(['transcription.completed'])
  const contentId = await givenUndelivered(hook)
  const other = await givenProject(app)
  const body = { project_id: other.id }
  const moved = await app.call('PATCH', recordingIn(hook, contentId), { body })
  expect(moved.status).toBe(200)
  await advance(inMinutes)
  expect(payloadOf(at(hook)[1]).data.result_omitted.reason).toBe('not_found')
  await app.call('PATCH', `/v1/webhooks/${hook.id}`, {
    body: { project_ids: [hook.projectId, other.id] },
  })
  const [{ id }] = await read(`/v1/webhooks/${hook.id}/deliveries`)
  await app.call('POST', `/v1/webhooks/${hook.id}/deliveries/${id}/retry`)
  await app.idle()
  expect(payloadOf(at(hook)[2]).data.transcript.text).toBe(said)
})

test('a key gives away what it may read itself, and a key that only reads gives away nothing', async () => {
  const [own, foreign] = [await givenProject(app), await givenProject(app)]
  const url = receiver.url('/key')
  const make = (key: string, more: object = {}) =>
    app.call('POST', '/v1/webhooks', {
      key,
      body: { url, events: ['*'], include_result: true, ...more },
    })
  const restricted = await givenKey(app, { project_ids: [own.id] })
  const made = await make(restricted)
  expect(made.body.data).toMatchObject({ include_result: true, project_ids: [own.id] })
  for (const ids of [[foreign.id], null]) {
    const { status, body } = await make(restricted, { project_ids: ids })
    expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
  }
  for (const input of [{ scopes: ['read'] }, { key_type: 'publishable', project_ids: [own.id] }]) {
    expect((await make(await givenKey(app, input))).status).toBe(403)
  }
  const wide = await givenHook(['*'], { project_ids: null, include_result: false })
  const path = `/v1/webhooks/${wide.id}`
  const refused = await app.call('PATCH', path, { key: restricted, body: { include_result: true } })
  expect([refused.status, (await read(path)).include_result]).toEqual([403, false])
})

test('the audit log tells of each webhook that is made or changed whether it takes results out', async () => {
  const hook = await givenHook(['transcription.completed'])
  const path = `/v1/webhooks/${hook.id}`
  for (const body of [
    { description: 'With' },
    { include_result: false },
    { description: 'Without' },
    { include_result: true },
  ]) {
    await app.call('PATCH', path, { body })
  }
  const entries = await read('/v1/audit-log?action=webhook.*&limit=5')
  expect(entries.map((one: { action: string }) => one.action)).toEqual([
    'webhook.updated_with_result',
    'webhook.updated',
    'webhook.updated',
    'webhook.updated_with_result',
    'webhook.created_with_result',
  ])
  expect(entries.every((one: { object_id: string }) => one.object_id === hook.id)).toBe(true)
})

test('privacy tells who gets results; a test shows an example of one', async () => {
  const hook = await givenHook(['transcription.completed'])
  const { webhooks } = await read('/v1/privacy')
  expect(webhooks.find(({ id }: { id: string }) => id === hook.id)).toMatchObject({
    include_result: true,
  })
  for (const event of [
    'transcription.completed',
    'project_insights.completed',
    'content.deleted',
  ]) {
    await app.call('POST', `/v1/webhooks/${hook.id}/test`, { body: { event } })
    await app.idle()
    const { data, is_test: isTest } = payloadOf(at(hook).at(-1))
    expect(isTest).toBe(true)
    const carried = ['transcript', 'insights'].filter((name) => data[name] !== undefined)
    const expected = { transcription: ['transcript'], project_insights: ['insights'] }
    expect(carried).toEqual(Reflect.get(expected, event.split('.')[0] ?? '') ?? [])
  }
})

test('without the option, or with an event that has no result, nothing is read for an attempt', async () => {
  const unread = { sql: new Proxy({}, { get: () => expect.unreachable('The database was read.') }) }
  const db = unread as unknown as TestApp['deps']['db']
  const payload = '{"id":"evt_1"}'
  const of = { payload, organization_id: 'org_1', project_ids: null }
  const thin = { ...of, event: 'transcription.completed', include_result: false }
  expect(await composeBody({ db }, thin)).toEqual({ body: payload, result: null })
  const other = { ...of, event: 'content.deleted', include_result: true }
  expect(await composeBody({ db }, other)).toEqual({ body: payload, result: null })
  await expect(composeBody({ db }, { ...thin, include_result: true })).rejects.toThrow()
})
