import { randomBytes } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeBox } from '../../../../service/engine/box/box.ts'
import { createGraphicsMemory } from '../../../../service/engine/llama/graphics-memory.ts'
import { databaseHostOf } from '../../../../service/features/machine/privacy.ts'
import { noteProcessor } from '../../../../service/engine/whisper/processor.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'
import { temporaryFolder } from '../../../support/folders.ts'
import { recordingFile } from '../../../support/recordings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_SMTP_URL: 'smtp://ada:secret@mail.example.org:2525' } })
})
afterAll(() => app.stop())

async function givenKeyFile(): Promise<string> {
  const file = path.join(await temporaryFolder(), 'key')
  await writeFile(file, randomBytes(32))
  return file
}

const read = async (place: string, key?: string) =>
  (await app.call('GET', place, key ? { key } : {})).body.data

test('the machine tells its version, its size, and the licences of what is inside', async () => {
  const machine = await read('/v1/machine')
  expect(machine).toMatchObject({ version: app.deps.version, data_folder: app.dataDir })
  expect(machine.memory_bytes).toBeGreaterThan(1e8)
  noteProcessor(null, 'AMD Radeon RX 6600')
  const after = await read('/v1/machine')
  expect(after.speech_processor).toEqual({ kind: 'cpu', name: null, failed: 'AMD Radeon RX 6600' })
  expect(machine.engine_isolation).toEqual(describeBox({ hasShell: false }))
  expect(machine.components.find(({ name }: { name: string }) => name === 'fastify')).toEqual({
    name: 'fastify',
    version: expect.stringMatching(/^\d+\./),
    licence: 'MIT',
  })
})

test('a graphics processor that failed is told until somebody says to try it again', async () => {
  const memory = createGraphicsMemory(app.dataDir)
  await memory.remember({ name: 'AMD Radeon RX 6600', code: 'engine_crashed' })
  const { graphics_failure: failure } = await read('/v1/machine')
  expect(failure).toMatchObject({ name: 'AMD Radeon RX 6600', code: 'engine_crashed' })
  const key = await givenKey(app, { project_ids: [(await givenProject(app)).id] })
  const refused = await app.call('POST', '/v1/machine/try-graphics', { key })
  expect(refused.status).toBe(403)
  const { body } = await app.call('POST', '/v1/machine/try-graphics')
  expect(body.data.graphics_failure).toBeNull()
  expect(await memory.failure()).toBeNull()
})

test('storage is what lies on the disk, by kind', async () => {
  const before = await read('/v1/storage')
  const { id } = await givenProject(app)
  const recording = await givenRecording(app, id, { bytes: new Uint8Array(5_000) })
  await mkdir(path.join(app.dataDir, 'models/deep'), { recursive: true })
  await writeFile(path.join(app.dataDir, 'models/deep/weights.bin'), new Uint8Array(70_000))
  const after = await read('/v1/storage')
  const sidecar = await stat(`${recordingFile(app.deps, recording)}.json`)
  expect(after.recordings_bytes - before.recordings_bytes).toBe(5_000 + sidecar.size)
  expect(after.models_bytes - before.models_bytes).toBe(70_000)
  expect(after.transcripts_bytes).toBeGreaterThan(0)
  expect(after.bundled_models_bytes).toBeGreaterThan(60_000_000)
  expect(after.free_bytes).toBeLessThan(after.disk_bytes)
  expect(after.measured_at).toBe(app.clock.now().toISOString())
})

test('only this machine is told where the data lie', async () => {
  const key = await givenKey(app, {})
  expect((await read('/v1/storage', key)).data_folder).toBeNull()
  expect((await read('/v1/machine', key)).data_folder).toBeNull()
})

test('privacy lists every receiver by host, and nothing secret', async () => {
  expect(await read('/v1/privacy')).toEqual({
    webhooks: [],
    calendars: [],
    mail_server: { host: 'mail.example.org:2525' },
    invitations: { pending: 0, last_sent_at: null },
    model_downloads: [],
    model_servers: [],
    recording_store: null,
    database_server: null,
    trace_receiver: null,
    model_mirror: null,
    listens_on: 'this_machine',
    sign_in_provider: null,
    engine_isolation: describeBox({ hasShell: false }),
    public_host: null,
  })
  const body = { url: 'https://93.184.215.14/hooks?key=hidden', events: ['webhook.test'] }
  await app.call('POST', '/v1/webhooks', { body })
  await app.call('POST', '/v1/invitations', { body: { email: 'grace@example.org' } })
  const privacy = await read('/v1/privacy')
  expect(privacy.webhooks).toMatchObject([
    { host: '93.184.215.14', is_active: true, all_events: false, last_delivery_at: null },
  ])
  expect(privacy.invitations.pending).toBe(1)
  expect(JSON.stringify(privacy)).not.toMatch(/secret|hidden/)
})

test('privacy names every host that the configuration talks to', async () => {
  const one = await startTestApp({
    env: {
      EARSHOT_DATABASE_URL: 'postgresql://ada:secret@one.example.org:5432/earshot',
      EARSHOT_KEY_FILE: await givenKeyFile(),
      EARSHOT_OTLP_ENDPOINT: 'https://user:secret@traces.example.org:4318',
      EARSHOT_MODELS_MIRROR: 'https://models.example.org/mirror',
    },
  })
  const privacy = (await one.call('GET', '/v1/privacy')).body.data
  await one.stop()
  expect(privacy).toMatchObject({
    database_server: { host: 'one.example.org:5432' },
    trace_receiver: { host: 'traces.example.org:4318' },
    model_mirror: { host: 'models.example.org' },
  })
  expect(JSON.stringify(privacy)).not.toContain('secret')
})

test.each([
  ['postgresql://ada:se@cret@one.example.org/earshot', 'one.example.org'],
  ['postgresql://ada:secret@/earshot?host=two.example.org&port=6432', 'two.example.org'],
  ['postgresql://ada@/earshot?host=/run/postgresql', 'localhost'],
  ['postgres:///earshot', 'localhost'],
])('of the database server at %s the host alone is told', (address, host) => {
  expect(databaseHostOf(address)).toBe(host)
})

test('a receiver that could never be reached is not one that was told', async () => {
  const body = { url: 'https://nowhere.example/hooks', events: ['webhook.test'] }
  const { id } = (await app.call('POST', '/v1/webhooks', { body })).body.data
  await app.call('POST', `/v1/webhooks/${id}/test`)
  const shown = async () =>
    (await read('/v1/privacy')).webhooks.find((one: { id: string }) => one.id === id)
  await expect.poll(async () => (await shown()).last_delivery_at).not.toBeNull()
  expect((await shown()).last_success_at).toBeNull()
})
