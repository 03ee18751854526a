import { absentEmbedder } from '../../../support/embedder.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { createEngines } from '../../../../service/engine/engines.ts'
import { readChosenModel } from '../../../../service/features/model-servers/model-servers.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'
import { llamaServer, ollama, startModelServer, vllm } from '../../../support/model-server.ts'
import type { Dialect, TestModelServer } from '../../../support/model-server.ts'
import { givenOrganization } from '../../../support/organizations.ts'
import { twoPeople } from '../../../support/voices.ts'

const answer = () => JSON.stringify({ summary: 'They will send the contract on Friday.' })

let app: TestApp
const servers: TestModelServer[] = []
beforeAll(async () => {
  // The real writer, which finds the chosen model as the service does.
  const log = pino({ level: 'silent' })
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: {
      status: (choice) => engines().writer.status(choice),
      checkSchema: (schema) => engines().writer.checkSchema(schema),
      write: (request, work) => engines().writer.write(request, work),
      stop: async () => {},
    },
  })
  const engines = () =>
    createEngines(app.deps.config, log, {
      embedder: absentEmbedder(),
      chosenLanguageModel: (choice) => readChosenModel(app.deps, choice),
    })
})
afterAll(() => app.stop())
afterEach(async () => {
  await choose(null)
  for (const { id } of await list()) await app.call('DELETE', `/v1/model-servers/${id}`)
  for (const server of servers.splice(0)) await server.stop()
})

async function start(dialect: Dialect = ollama(answer)): Promise<TestModelServer> {
  const server = await startModelServer(dialect)
  servers.push(server)
  return server
}
const connect = (body: object) => app.call('POST', '/v1/model-servers', { body })
const list = async () => (await app.call('GET', '/v1/model-servers')).body.data
const choose = (id: string | null) =>
  app.call('PATCH', '/v1/org', { body: { settings: { language_model: id } } })

const newestAnalysis = async (content: string) => {
  const { body } = await app.call('GET', `${content}/analyses`)
  return (await app.call('GET', `${content}/analyses/${body.data[0].id}`)).body.data
}

test('a server on this machine is connected by its address, with or without /v1', async () => {
  const { baseUrl } = await start()
  const { status, body } = await connect({ base_url: `${baseUrl}/v1/` })
  expect(status).toBe(201)
  expect(body.data).toEqual({
    id: expect.stringMatching(/^msv_/),
    base_url: baseUrl,
    kind: 'ollama',
    is_local: true,
    allow_remote: false,
    allow_unencrypted: false,
    has_api_key: false,
    state: { status: 'reachable', problem: null },
    models: [
      {
        id: `${body.data.id}/llama3.2:3b`,
        name: 'llama3.2:3b',
        context_tokens: null,
        entrance_test: null,
        is_default: false,
      },
    ],
    created_at: app.clock.now().toISOString(),
  })
  expect(await list()).toEqual([body.data])
})

test('the chosen model writes, results name it, and it cannot be disconnected', async () => {
  const { baseUrl, chats } = await start()
  const { id } = (await connect({ base_url: baseUrl })).body.data
  const chosen = `${id}/llama3.2:3b`
  expect((await choose(chosen)).body.data.settings.language_model).toBe(chosen)
  expect((await list())[0].models[0].is_default).toBe(true)
  const { body: models } = await app.call('GET', '/v1/models?kind=language-model&limit=100')
  expect(models.data.filter((one: { is_default: boolean }) => one.is_default)).toEqual([])

  const project = (await givenProject(app)).id
  const content = `/v1/projects/${project}/content/${await givenRecording(app, project)}`
  const prompt = {
    name: 'Sum',
    template: '{{transcript}}',
    output_schema: { type: 'object', properties: { summary: { type: 'string' } } },
  }
  const { id: promptId } = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data
  await app.call('POST', `${content}/analyze`, { body: { prompt_id: promptId } })
  await app.idle()
  expect(await newestAnalysis(content)).toMatchObject({
    status: 'completed',
    model_used: `llama3.2:3b@${new URL(baseUrl).host}`,
  })
  expect(chats.length).toBeGreaterThan(0)

  const refused = await app.call('DELETE', `/v1/model-servers/${id}`)
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'model_in_use' } } })
})

test('each organization writes with the model that it chose, and with no other', async () => {
  const { baseUrl, chats } = await start()
  const { id } = (await connect({ base_url: baseUrl })).body.data
  await choose(`${id}/llama3.2:3b`)
  const guest = (await givenOrganization(app)).app
  const { settings } = (await guest.call('GET', '/v1/org')).body.data
  expect(settings.language_model).toBeNull()
  const project = (await givenProject(guest)).id
  const content = `/v1/projects/${project}/content/${await givenRecording(guest, project)}`
  await guest.call('POST', `${content}/analyze`)
  const question = { question: 'Who sends the contract?' }
  await guest.call('POST', `/v1/projects/${project}/ask`, { body: question })
  await app.idle()
  const { data } = (await guest.call('GET', `${content}/analyses`)).body
  const written = await guest.call('GET', `${content}/analyses/${data[0].id}`)
  expect(written.body.data.model_used).toBe('earshot-extractive-2')
  expect(chats).toEqual([])
})

test('where the server is gone, the analysis fails with its code and nobody else answers', async () => {
  const { baseUrl, stop } = await start()
  const { id } = (await connect({ base_url: baseUrl })).body.data
  await choose(`${id}/llama3.2:3b`)
  await stop()
  const [record] = await list()
  expect(record).toMatchObject({
    state: { status: 'unreachable', problem: expect.stringContaining('refused') },
    models: [{ name: 'llama3.2:3b', is_default: true }],
  })
  const project = (await givenProject(app)).id
  const content = `/v1/projects/${project}/content/${await givenRecording(app, project)}`
  await app.call('POST', `${content}/analyze`)
  await app.idle()
  expect(await newestAnalysis(content)).toMatchObject({
    status: 'failed',
    error: { code: 'model_server_failed' },
  })
})

test('a key is sent to the server, kept encrypted and shown nowhere', async () => {
  const { baseUrl, requests } = await start(vllm(answer))
  const made = await connect({ base_url: baseUrl, api_key: 'sk-very-secret' })
  expect(made.body.data.has_api_key).toBe(true)
  expect(requests.at(-1)?.authorization).toBe('Bearer sk-very-secret')
  await list()
  expect(requests.at(-1)?.authorization).toBe('Bearer sk-very-secret')
  const rows = await app.deps.db.sql.selectFrom('model_servers').selectAll().execute()
  const privacy = (await app.call('GET', '/v1/privacy')).body.data
  expect(JSON.stringify([made.body, await list(), rows, privacy])).not.toContain('very-secret')
})

test('the same address again replaces the key and keeps the id', async () => {
  const { baseUrl } = await start()
  const first = (await connect({ base_url: baseUrl, api_key: 'one' })).body.data
  const second = (await connect({ base_url: baseUrl })).body.data
  expect(second).toMatchObject({ id: first.id, has_api_key: false })
  expect(await list()).toHaveLength(1)
})

test('privacy names the host, where it is, and whether it gets transcripts now', async () => {
  const { baseUrl, port } = await start()
  const { id } = (await connect({ base_url: baseUrl })).body.data
  const host = `127.0.0.1:${port}`
  const expected = { id, host, is_local: true, is_encrypted: false, is_used: false }
  const read = async () => (await app.call('GET', '/v1/privacy')).body.data.model_servers
  expect(await read()).toEqual([expected])
  await choose(`${id}/llama3.2:3b`)
  expect(await read()).toEqual([{ ...expected, is_used: true }])
})

const refusals: [string, object, string][] = [
  ['no address', { base_url: 'ollama' }, 'invalid'],
  ['another protocol', { base_url: 'file:///etc/passwd' }, 'invalid'],
  ['a query', { base_url: 'http://127.0.0.1:1/?a=1' }, 'invalid'],
  ['a password in it', { base_url: 'http://a:b@127.0.0.1:1' }, 'credentials_not_allowed'],
  ['a private network', { base_url: 'https://192.168.1.20:8000' }, 'remote_not_allowed'],
  ['a public address', { base_url: 'https://93.184.215.14' }, 'remote_not_allowed'],
  [
    'http to another machine',
    { base_url: 'http://192.168.1.20:8000', allow_remote: true },
    'unencrypted_not_allowed',
  ],
  [
    'a cloud’s metadata',
    { base_url: 'http://169.254.169.254', allow_remote: true },
    'address_blocked',
  ],
  [
    'metadata as a number',
    { base_url: 'http://2852039166', allow_remote: true },
    'address_blocked',
  ],
  [
    'a link-local address',
    { base_url: 'https://[fe80::1]', allow_remote: true },
    'address_blocked',
  ],
  ['nothing that listens', { base_url: 'http://127.0.0.1:9' }, 'no_model_server'],
]

test.each(refusals)('%s is refused', async (_name, body, code) => {
  const { status, body: refusal } = await connect(body)
  expect(status).toBe(400)
  expect(refusal.error.details).toEqual([{ field: 'base_url', code, message: expect.any(String) }])
})

test('a program that is no model server is refused, such as this service', async () => {
  const { body } = await connect({ base_url: app.baseUrl })
  expect(body.error.details[0]).toMatchObject({ field: 'base_url', code: 'no_model_server' })
})

test('what runs here and is not connected is found, for admins', async () => {
  const { status, body } = await app.call('GET', '/v1/model-servers/found')
  expect(status).toBe(200)
  expect(body.data.servers).toEqual(expect.any(Array))
  const key = await givenKey(app, { project_ids: [(await givenProject(app)).id] })
  expect((await app.call('GET', '/v1/model-servers/found', { key })).status).toBe(403)
})

test('a model of no connected server cannot be chosen', async () => {
  const id = 'msv_01kayr3c9nfq4tq4h6zr6yv0b2/llama3.2:3b'
  const { status, body } = await choose(id)
  expect(status).toBe(400)
  expect(body.error.details[0]).toMatchObject({ field: 'settings.language_model', code: 'unknown' })
})

test('the context that a server tells is listed', async () => {
  const { baseUrl } = await start(vllm(answer))
  const { models } = (await connect({ base_url: baseUrl })).body.data
  expect(models[0].context_tokens).toBe(32_768)
  const other = await start(llamaServer(answer))
  const made = (await connect({ base_url: other.baseUrl })).body.data
  expect(made.kind).toBe('llama-server')
})
