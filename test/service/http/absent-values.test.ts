import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('null where something could be left out counts as absent', async () => {
  const { id } = await givenProject(app)
  const url = `/v1/projects/${id}/content/${await givenRecording(app, id)}`
  const analysis = { prompt_id: null, force_new: null }
  expect((await app.call('POST', `${url}/analyze`, { body: analysis })).status).toBe(202)
  const upload = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10, language: null }
  const begun = await app.call('POST', `/v1/projects/${id}/content/upload-url`, { body: upload })
  expect(begun.status).toBe(201)
  const key = { name: 'A key', scopes: null, expires_at: null, project_ids: null }
  expect((await app.call('POST', '/v1/api-keys', { body: key })).status).toBe(201)
})

test('null for what must be there is refused, and null empties what may be empty', async () => {
  const refused = await app.call('POST', '/v1/projects', { body: { name: null } })
  expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'name'])
  const body = { name: 'With words', description: 'About it' }
  const { id } = (await app.call('POST', '/v1/projects', { body })).body.data
  const emptied = await app.call('PATCH', `/v1/projects/${id}`, { body: { description: null } })
  expect(emptied.body.data).toMatchObject({ name: 'With words', description: null })
  const named = await app.call('PATCH', `/v1/projects/${id}`, { body: { name: null } })
  expect([named.status, named.body.data?.name]).toEqual([200, 'With words'])
})

test('what a prompt’s schema says of null is the prompt’s own', async () => {
  const output_schema = { type: 'object', properties: { a: { enum: ['x', null] } } }
  const prompt = { name: 'P', template: '{{transcript}}', output_schema }
  const made = await app.call('POST', '/v1/prompts', { body: prompt })
  expect(made.body.data?.output_schema).toEqual(output_schema)
})
