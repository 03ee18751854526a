import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording, givenUpload } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let gate: Promise<void>
beforeEach(async () => {
  gate = Promise.resolve()
  app = await startTestApp({ transcriber: scriptedTranscriber(() => gate.then(() => spoken())) })
  projectId = (await givenProject(app)).id
})
afterEach(() => app.stop())

const read = async () => (await app.call('GET', '/v1/org')).body.data
const change = (body: unknown, key?: string) =>
  app.call('PATCH', '/v1/org', { body, ...(key && { key }) })
const announce = (size_bytes: number) =>
  app.call('POST', `/v1/projects/${projectId}/content/upload-url`, {
    body: { filename: 'a.wav', content_type: 'audio/wav', size_bytes },
  })
const content = (id: string, action = '') => `/v1/projects/${projectId}/content/${id}${action}`

test('the organization names its subscription, its limits and when they reset', async () => {
  expect(app.clock.now().toISOString()).toMatch(/^2026-11/)
  expect(await read()).toMatchObject({
    id: expect.stringMatching(/^org_/),
    settings: { default_prompt_id: expect.stringMatching(/^prompt_/) },
    subscription: {
      status: 'active',
      plan: 'local',
      current_period_end: '2026-12-01T00:00:00.000Z',
    },
    usage: {
      transcription_minutes: { used: 0, resets_at: '2026-12-01T00:00:00.000Z' },
      storage_gb: { used: 0 },
    },
  })
})

test('only given fields change, and an unknown prompt or field is refused by name', async () => {
  const before = await read()
  const prompt = await app.call('POST', '/v1/prompts', {
    body: { name: 'Ours', template: '{{transcript}}' },
  })
  const settings = { ...before.settings, default_prompt_id: prompt.body.data.id }
  const changed = await change({ name: 'Acme', settings })
  expect(changed.status).toBe(200)
  expect(changed.body.data).toEqual({ ...before, name: 'Acme', settings })
  expect(await read()).toEqual(changed.body.data)
  for (const [body, field] of [
    [{ settings: { default_prompt_id: 'prompt_none' } }, 'settings.default_prompt_id'],
    [{ slug: 'acme' }, 'slug'],
    [{ usage: { storage_gb: { limit: -1 } } }, 'usage.storage_gb.limit'],
    [{ usage: { storage_gb: { limit: 1, used: 1 } } }, 'usage.storage_gb.used'],
  ] as const) {
    const refused = await change(body)
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, field])
  }
  expect(await read()).toEqual(changed.body.data)
})

test('a key restricted to projects reads the organization and cannot change it', async () => {
  const key = await givenKey(app, { project_ids: [projectId] })
  expect((await app.call('GET', '/v1/org', { key })).status).toBe(200)
  const { status, body } = await change({ name: 'Mine' }, key)
  expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
})

test('storage that is used up is 402 before anything is stored', async () => {
  await change({ usage: { storage_gb: { limit: 0.000_001 } } })
  expect((await announce(1_000)).status).toBe(201)
  const { status, body } = await announce(1)
  expect([status, body.error.code]).toEqual([402, 'quota_exceeded'])
  expect(body.error.details).toMatchObject([{ field: 'usage.storage_gb' }])
  const list = await app.call('GET', `/v1/projects/${projectId}/content`)
  expect(list.body.data).toHaveLength(1)
  await change({ usage: { storage_gb: { limit: 1 } } })
  expect((await announce(1)).status).toBe(201)
})

test('minutes that are used up are 402 until the month ends', async () => {
  const first = await givenRecording(app, projectId)
  const next = await givenUpload(app, projectId)
  const { used } = (await read()).usage.transcription_minutes
  expect(used).toBeCloseTo(12.5 / 60)
  await change({ usage: { transcription_minutes: { limit: 0.2 } } })

  const refusals = [
    await announce(1),
    await app.call('POST', content(next, '/upload-complete')),
    await app.call('POST', content(first, '/reprocess')),
  ]
  for (const { status, body } of refusals) {
    expect([status, body.error.code]).toEqual([402, 'quota_exceeded'])
    expect(body.error.message).toContain('2026-12-01T00:00:00.000Z')
    expect(body.error.details).toMatchObject([{ field: 'usage.transcription_minutes' }])
  }
  expect((await app.call('GET', content(next))).body.data.status).toBe('uploaded')
  expect((await app.call('GET', content(first))).body.data.status).toBe('completed')

  await app.clock.advance(Date.parse('2026-12-01T00:00:00Z') - app.clock.now().getTime())
  expect((await app.call('POST', content(first, '/reprocess'))).status).toBe(202)
  await app.idle()
  expect((await read()).usage.transcription_minutes).toMatchObject({
    used: expect.closeTo(12.5 / 60),
    resets_at: '2027-01-01T00:00:00.000Z',
  })
})

test('a recording whose turn comes after the minutes ran out fails with quota_exceeded', async () => {
  const ids = [await givenUpload(app, projectId), await givenUpload(app, projectId)]
  await change({ usage: { transcription_minutes: { limit: 0.2 } } })
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  // The queue runs one at a time; both are accepted while minutes are left.
  for (const id of ids) {
    expect((await app.call('POST', content(id, '/upload-complete'))).status).toBe(202)
  }
  resolve()
  await app.idle()
  const states = await Promise.all(
    ids.map(async (id) => (await app.call('GET', content(id))).body.data),
  )
  expect(states[0].status).toBe('completed')
  expect(states[1]).toMatchObject({ status: 'failed', error: { code: 'quota_exceeded' } })
})
