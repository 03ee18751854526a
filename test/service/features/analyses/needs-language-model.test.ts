import { afterAll, beforeAll, expect, it } from 'vitest'
import { createExtractive } from '../../../../service/engine/extractive/extractive.ts'
import { checkSchema } from '../../../../service/engine/schema-subset.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spokenBy } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

const german = spokenBy([
  [0, 'Ich schicke den Vertrag am Freitag.'],
  [1, 'Das ist wunderbar, aber der Vertrag kostet 300 Euro.'],
])

let app: TestApp
let url: string
let projectId: string
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => ({ ...german, language: 'de' })),
    writer: scriptedWriter(createExtractive().write, { checkSchema }),
  })
  projectId = (await givenProject(app)).id
  url = `/v1/projects/${projectId}/content/${await givenRecording(app, projectId)}`
})
afterAll(() => app.stop())

it('a free question is tried: nothing is answered, and the fields are named', async () => {
  const body = { template: 'Warum zögert der Kunde?\n{{transcript}}' }
  const { trial_id: id } = (await app.call('POST', `${url}/try-prompt`, { body })).body.data
  await app.idle()
  expect((await app.call('GET', `${url}/trials/${id}`)).body.data).toMatchObject({
    status: 'completed',
    result: { summary: '', key_points: [] },
    needs_language_model: ['/summary', '/key_points'],
  })
})

it('German: what nobody answered is in no list, no search and no insights', async () => {
  const texts = { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 }
  const properties = {
    key_topics: { ...texts, minItems: 0 },
    action_items: texts,
    tone: { type: 'string', enum: ['positive', 'neutral', 'negative'] },
  }
  const output_schema = { type: 'object', properties, required: Object.keys(properties) }
  const prompt = { name: 'Aufgaben', template: 'Nenne sie. {{transcript}}', output_schema }
  const { id } = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data
  await app.call('POST', `${url}/analyze`, { body: { prompt_id: id } })
  await app.idle()
  const [analysis] = (await app.call('GET', url)).body.data.analyses
  expect(analysis).toMatchObject({
    result: { action_items: ['Needs a language model.'], tone: 'neutral' },
    needs_language_model: ['/action_items', '/tone'],
  })
  expect((await app.call('GET', `/v1/projects/${projectId}/actions`)).body.data).toEqual([])
  expect((await app.call('GET', '/v1/search/content?q=language')).body.data).toEqual([])
  await app.call('POST', `/v1/projects/${projectId}/insights/generate`)
  await app.idle()
  const insights = (await app.call('GET', `/v1/projects/${projectId}/insights`)).body.data
  expect(insights.result.sentiment_distribution).toEqual({ positive: 0, neutral: 0, negative: 0 })
})
