import { afterAll, beforeAll, expect, test } from 'vitest'
import { second } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
/** How long the engine works on the next recording, which is 12.5 s long. */
let workSeconds = 1
const model = 'whisper-base-q5_1'
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => {
      app.clock.advance(workSeconds * second)
      return { ...spoken(), modelUsed: model }
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())

const list = async (query = '') => (await app.call('GET', `/v1/models${query}`)).body
const find = async (id: string) =>
  (await list('?limit=100')).data.find((one: { id: string }) => one.id === id)

test('the models are those of the catalogue, the bundled ones installed', async () => {
  expect(await find(model)).toEqual({
    id: model,
    object: 'model',
    created: 0,
    owned_by: 'earshot',
    kind: 'speech-to-text',
    name: 'Whisper base',
    languages: ['multilingual'],
    bytes: 59_707_625,
    memory_bytes: expect.any(Number),
    recommended_ram_bytes: expect.any(Number),
    sha256: '90d28ea013023e2023c0ca7f3ece1aa3fe8303af8bd093f371d652cc31be63f6',
    licence: 'MIT',
    is_installed: true,
    is_default: true,
    is_removable: false,
    project_count: 0,
    state: {
      status: 'installed',
      received_bytes: 59_707_625,
      fraction: 1,
      bytes_per_second: null,
      verified_at: null,
      problem: null,
    },
    fits: { verdict: expect.any(String), reason: expect.stringContaining('This machine has') },
    speed: 'fast',
    quality: 'good',
    measured_speed: null,
    writing_speed: null,
  })
  expect(await find('whisper-medium-q5_0')).toMatchObject({ is_default: false })
  expect((await find('silero-vad')).kind).toBe('voice-activity')
})

test('the list says nothing of where files lie', async () => {
  const text = JSON.stringify(await list('?limit=100'))
  expect(text).not.toContain(app.dataDir)
  expect(text).not.toMatch(/\.(bin|gguf|onnx)|https?:/)
})

test('the list is paged and narrowed to a kind; a cursor belongs to its kind', async () => {
  const all = (await list('?limit=100')).data.map(({ id }: { id: string }) => id)
  const paged: string[] = []
  let cursor = ''
  for (;;) {
    const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.data.map(({ id }: { id: string }) => id))
    if (!page.pagination.has_more) break
    cursor = page.pagination.next_cursor
  }
  expect(paged).toEqual(all)
  const speech = await list('?kind=speech-to-text&limit=1')
  expect(speech.data[0].kind).toBe('speech-to-text')
  const foreign = await app.call('GET', `/v1/models?cursor=${speech.pagination.next_cursor}`)
  expect([foreign.status, foreign.body.error.code]).toEqual([400, 'validation_error'])
  expect((await app.call('GET', '/v1/models?kind=else')).status).toBe(400)
})

test('the speed measured here is the middle one of the newest 20 recordings', async () => {
  const transcribeIn = async (seconds: number) => {
    workSeconds = seconds
    await givenRecording(app, projectId)
  }
  await transcribeIn(12.5)
  expect((await find(model)).measured_speed).toEqual({ times_real_time: 1, recordings: 1 })
  await transcribeIn(2.5)
  expect((await find(model)).measured_speed).toEqual({ times_real_time: 3, recordings: 2 })
  await transcribeIn(1)
  expect((await find(model)).measured_speed).toEqual({ times_real_time: 5, recordings: 3 })
  for (let count = 0; count < 20; count++) await transcribeIn(6.25)
  expect((await find(model)).measured_speed).toEqual({ times_real_time: 2, recordings: 20 })
}, 60_000)

test('any key that reads sees them; publishable ones do not', async () => {
  const reader = await givenKey(app, { scopes: ['read'] })
  expect((await app.call('GET', '/v1/models', { key: reader })).status).toBe(200)
  const publishable = { key_type: 'publishable', project_ids: [projectId] }
  const key = await givenKey(app, publishable)
  expect((await app.call('GET', '/v1/models', { key })).status).toBe(403)
  expect((await app.call('GET', '/v1/models', { key: null })).status).toBe(401)
})
