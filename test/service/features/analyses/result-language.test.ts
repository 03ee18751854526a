import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WriteRequest } from '../../../../service/engine/engine.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, written } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
let projectId: string
let requests: WriteRequest[]

beforeAll(async () => {
  app = await startTestApp({
    writer: scriptedWriter(async (request) => {
      requests.push(request)
      return written({ summary: 'Un contrato.', key_points: [] })
    }),
  })
  projectId = (await givenProject(app)).id
})
afterAll(() => app.stop())
beforeEach(() => {
  requests = []
})

const at = (contentId: string) => `/v1/projects/${projectId}/content/${contentId}`
const givenPrompt = async (input: object = {}) => {
  const body = { name: 'Mine', template: '{{transcript}}', ...input }
  return (await app.call('POST', '/v1/prompts', { body })).body.data
}
const analyze = async (contentId: string, body: object) => {
  const answer = await app.call('POST', `${at(contentId)}/analyze`, { body })
  await app.idle()
  const { analysis_id: id } = answer.body.data
  const { data } = (await app.call('GET', `${at(contentId)}/analyses/${id}`)).body
  return { status: answer.status, data }
}

it('is that of the request, else that of the prompt; null is that of the speech', async () => {
  const contentId = await givenRecording(app, projectId)
  const { id: prompt_id } = await givenPrompt({ result_language: 'es' })
  for (const [options, language] of [
    [{}, 'es'],
    [{ result_language: 'fr' }, 'fr'],
    [{ result_language: null }, null],
  ] as const) {
    const { data } = await analyze(contentId, { prompt_id, ...options })
    expect(data).toMatchObject({ status: 'completed', result_language: language })
  }
  const languages = requests.map(({ resultLanguage }) => resultLanguage)
  expect(languages).toEqual(['es', 'fr', undefined])
  expect(requests[0]?.language).toBe('en')
})

it('another language is another analysis; the same one is the same', async () => {
  const contentId = await givenRecording(app, projectId)
  const { id: prompt_id } = await givenPrompt()
  const english = await analyze(contentId, { prompt_id })
  const spanish = await analyze(contentId, { prompt_id, result_language: 'es' })
  expect([english.status, spanish.status]).toEqual([202, 202])
  expect(spanish.data.version).toBe(2)
  const again = await analyze(contentId, { prompt_id, result_language: 'es' })
  expect([again.status, again.data.id]).toEqual([200, spanish.data.id])
  const first = await analyze(contentId, { prompt_id, result_language: null })
  expect([first.status, first.data.id]).toEqual([200, english.data.id])
})

it('a prompt takes and clears it without becoming a new version', async () => {
  const { id } = await givenPrompt({ result_language: 'de' })
  const change = async (body: object) =>
    (await app.call('PATCH', `/v1/prompts/${id}`, { body })).body.data
  expect(await change({ name: 'Other' })).toMatchObject({ result_language: 'de', version: 1 })
  expect(await change({ result_language: null })).toMatchObject({
    result_language: null,
    name: 'Other',
    version: 1,
  })
})

it('what is no ISO 639-1 code is refused, naming the field', async () => {
  const contentId = await givenRecording(app, projectId)
  const body = { name: 'x', template: '{{transcript}}' }
  for (const result_language of ['xx', 'EN', 'deu', 'en-US', '\u0435\u043d']) {
    for (const [path, input] of [
      ['/v1/prompts', { ...body, result_language }],
      [`${at(contentId)}/analyze`, { result_language }],
    ] as const) {
      const refused = await app.call('POST', path, { body: input })
      expect([refused.status, refused.body.error.details[0].field]).toEqual([
        400,
        'result_language',
      ])
    }
  }
})

it('the writer is told the day of the recording', async () => {
  const contentId = await givenRecording(app, projectId)
  const { id: prompt_id } = await givenPrompt({ template: 'On {{date}}: {{transcript}}' })
  await analyze(contentId, { prompt_id })
  expect(requests[0]).toMatchObject({
    recordedOn: '2026-11-21',
    instructions: 'On 2026-11-21: {{transcript}}',
  })
})
