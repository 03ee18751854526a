import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Model } from '../../../../service/engine/models/catalogue.ts'
import { startTestApp, type Answer, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken, untilAborted } from '../../../support/engine.ts'
import { givenKey, givenProject, givenUpload } from '../../../support/factory.ts'
import {
  listedModel,
  listModels,
  startModelHost,
  type ModelHost,
} from '../../../support/model-host.ts'

const content = randomBytes(1_000_000)
const model = listedModel('small', content)

let host: ModelHost
let app: TestApp
/** While it is held, a transcription goes on until it is cancelled. */
let isHeld = false
beforeAll(async () => {
  host = await startModelHost(content)
  const transcriber = scriptedTranscriber(async (_request, { signal }) =>
    isHeld ? untilAborted(signal) : spoken(),
  )
  app = await startTestApp({ transcriber, env: { EARSHOT_MODELS_MIRROR: host.url } })
})
afterAll(async () => {
  await app.stop()
  await host.stop()
})
beforeEach(() => listModels(app.dataDir, [model]))
afterEach(async () => {
  host.answer = null
  await app.call('POST', '/v1/models/small/cancel')
  await app.call('DELETE', '/v1/models/small')
  host.ranges = []
})

const find = async (id = 'small') => {
  const { body } = await app.call('GET', '/v1/models?limit=100')
  return body.data.find((one: { id: string }) => one.id === id)
}
const install = (id = 'small') => app.call('POST', `/v1/models/${id}/install`)
const statusIs = (status: string) =>
  expect.poll(async () => (await find()).state.status).toBe(status)
const file = () => path.join(app.dataDir, 'models', model.file)

const expectError = ({ status, body }: Answer, expected: number, code: string) =>
  expect([status, body.error.code]).toEqual([expected, code])

/** Sends the beginning and then nothing more. */
const sendFirst = (bytes: number) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'content-length': content.length })
  response.write(content.subarray(0, bytes))
}

test('a model is fetched by its id in the background, whole and verified', async () => {
  expect((await find()).state).toMatchObject({ status: 'missing', received_bytes: 0 })
  // Held back: so small a file could be there before the answer is written.
  const answered = Promise.withResolvers<void>()
  host.answer = (_request, response) => void answered.promise.then(() => response.end(content))
  const { status, body } = await install()
  expect([status, body.data.id, body.data.state.status]).toEqual([202, 'small', 'installing'])
  answered.resolve()
  await statusIs('installed')
  const found = await find()
  expect(found).toMatchObject({ is_installed: true, is_removable: true })
  expect(found.state).toMatchObject({ fraction: 1, problem: null })
  expect(found.state.verified_at).not.toBeNull()
  expect(await readFile(file())).toEqual(content)
  expect(host.ranges).toEqual([null])
  const again = await install()
  expect([again.status, again.body.data.state.status]).toEqual([202, 'installed'])
  expect(host.ranges).toHaveLength(1)
})

test('the list tells how far it is; cancelled, the part stays and the next try goes on', async () => {
  host.answer = sendFirst(400_000)
  await install()
  await expect.poll(async () => (await find()).state.received_bytes).toBe(400_000)
  app.clock.advance(2_000)
  const { state, is_installed: isInstalled } = await find()
  expect(state).toMatchObject({ status: 'installing', fraction: 0.4 })
  expect(isInstalled).toBe(false)
  const { body } = await app.call('POST', '/v1/models/small/cancel')
  expect(body.data.state).toMatchObject({
    status: 'missing',
    received_bytes: 400_000,
    problem: null,
  })
  host.answer = null
  await install()
  await statusIs('installed')
  expect(host.ranges).toEqual([null, 'bytes=400000-'])
  expect(await readFile(file())).toEqual(content)
})

test('another file than the expected one is refused and said so', async () => {
  host.answer = (_request, response) => response.end(randomBytes(content.length))
  await install()
  await expect.poll(async () => (await find()).state.problem?.code).toBe('wrong_file')
  expect((await find()).state).toMatchObject({ status: 'missing', received_bytes: 0 })
  expect(await readdir(path.dirname(file()))).not.toContain(model.file)
})

test('a host that refuses or cannot be reached is said, and another try clears it', async () => {
  host.answer = (_request, response) => response.writeHead(404).end()
  await install()
  await expect.poll(async () => (await find()).state.problem?.code).toBe('not_offered')
  host.answer = (_request, response) => response.destroy()
  await install()
  await expect.poll(async () => (await find()).state.problem?.code).toBe('unreachable')
  host.answer = null
  await install()
  await statusIs('installed')
  expect((await find()).state.problem).toBeNull()
})

test('what does not fit on the disk is refused before anything is asked for', async () => {
  await listModels(app.dataDir, [{ ...model, bytes: 9e15 }])
  await install()
  await expect.poll(async () => (await find()).state.problem?.code).toBe('insufficient_storage')
  expect((await find()).state.problem.message).toContain('too little free space')
  expect(host.ranges).toEqual([])
})

test('a changed byte is found by verifying, is said, and installing again mends it', async () => {
  await install()
  await statusIs('installed')
  expect((await app.call('POST', '/v1/models/small/verify')).status).toBe(202)
  await statusIs('installed')
  const bytes = await readFile(file())
  bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000)
  await writeFile(file(), bytes)
  await app.call('POST', '/v1/models/small/verify')
  await statusIs('damaged')
  expect(await find()).toMatchObject({ is_installed: false, is_removable: true })
  await install()
  await statusIs('installed')
  expect(await readFile(file())).toEqual(content)
})

test('what was fetched is in the list of what left the machine, with its host', async () => {
  const { body } = await app.call('GET', '/v1/privacy')
  expect(body.data.model_downloads[0]).toEqual({
    model_id: 'small',
    host: new URL(host.url).host,
    bytes: content.length,
    at: expect.any(String),
  })
})

test('a removed model is gone; one that is not here, and an unknown one, are not found', async () => {
  await install()
  await statusIs('installed')
  const { status, body } = await app.call('DELETE', '/v1/models/small')
  expect([status, body.data]).toEqual([200, { id: 'small', deleted: true }])
  expect((await find()).state.status).toBe('missing')
  expectError(await app.call('DELETE', '/v1/models/small'), 404, 'not_found')
  expectError(await install('..%2Fsmall'), 404, 'not_found')
  expectError(await install('https:%2F%2Fexample.org%2Fsmall'), 404, 'not_found')
})

test('what came with the software stays, and so do the default and what is at work', async () => {
  const bundled = '/v1/models/whisper-base-q5_1'
  expectError(await app.call('DELETE', bundled), 403, 'resource_protected')
  await install()
  await statusIs('installed')
  const choose = (speech_model: string | null) =>
    app.call('PATCH', '/v1/org', { body: { settings: { speech_model } } })
  await choose('small')
  expect(await find()).toMatchObject({ is_default: true })
  expect(await find('whisper-base-q5_1')).toMatchObject({ is_default: false })
  expectError(await app.call('DELETE', '/v1/models/small'), 409, 'model_in_use')
  await choose(null)
  const settings = { speech_model: 'small' }
  const { id: projectId } = await givenProject(app, { settings })
  expect(await find()).toMatchObject({ project_count: 1 })
  isHeld = true
  const contentId = await givenUpload(app, projectId)
  const at = `/v1/projects/${projectId}/content/${contentId}`
  await app.call('POST', `${at}/upload-complete`)
  await expect.poll(async () => (await app.call('GET', at)).body.data.stage).toBe('transcribing')
  expectError(await app.call('DELETE', '/v1/models/small'), 409, 'model_in_use')
  await app.call('POST', `${at}/cancel`)
  isHeld = false
  await app.idle()
  await app.call('DELETE', `/v1/projects/${projectId}`)
  expect((await app.call('DELETE', '/v1/models/small')).status).toBe(200)
})

test('a default must be a model of its kind', async () => {
  const change = (settings: Partial<Record<'speech_model' | 'language_model', string>>) =>
    app.call('PATCH', '/v1/org', { body: { settings } })
  expectError(await change({ speech_model: 'qwen3-4b' }), 400, 'validation_error')
  expectError(await change({ language_model: 'whisper-base-q5_1' }), 400, 'validation_error')
  const { body } = await change({ language_model: 'qwen3-4b' })
  expect(body.data.settings).toMatchObject({ language_model: 'qwen3-4b', speech_model: null })
})

test('keys restricted to projects do not install', async () => {
  const { id } = await givenProject(app)
  const key = await givenKey(app, { project_ids: [id] })
  const answer = await app.call('POST', '/v1/models/small/install', { key })
  expectError(answer, 403, 'project_access_denied')
  expect(host.ranges).toEqual([])
})

test('no answer says where a file lies or where it comes from', async () => {
  const listed: Model[] = [model]
  const text = JSON.stringify(await find(listed[0]?.id))
  expect(text).not.toContain(app.dataDir)
  expect(text).not.toMatch(/\.bin|https?:/)
})
