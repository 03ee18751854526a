import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileSchema } from '../../../../service/engine/check-result.ts'
import { createExtractive } from '../../../../service/engine/extractive/extractive.ts'
import { checkSchema } from '../../../../service/engine/schema-subset.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'

const said = [
  'We talked about the pricing of the annual contract.',
  'I am worried that the price is too expensive for our team.',
  'We decided to start with ten seats.',
  'Anna will send the contract on Friday.',
  'What happens with the data when we cancel?',
]

let app: TestApp
beforeAll(async () => {
  const segments = said.flatMap((text, index) =>
    spoken(text).segments.map((segment) => ({
      ...segment,
      start: segment.start + index * 5,
      end: segment.end + index * 5,
    })),
  )
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => ({ ...spoken(), segments })),
    // The real analyser: no weights needed.
    writer: scriptedWriter(createExtractive().write, { checkSchema }),
  })
})
afterAll(() => app.stop())

it('every system prompt is answered by the built-in analyser, within its schema, with evidence', async () => {
  const project = await givenProject(app)
  const contentId = await givenRecording(app, project.id)
  const url = `/v1/projects/${project.id}/content/${contentId}`
  const prompts = await app.call('GET', '/v1/prompts?limit=100')
  for (const prompt of prompts.body.data) {
    await app.call('POST', `${url}/analyze`, { body: { prompt_id: prompt.id } })
  }
  await app.idle()
  const { body } = await app.call('GET', url)
  expect(body.data.analyses).toHaveLength(5)
  for (const analysis of body.data.analyses) {
    expect(analysis).toMatchObject({ status: 'completed', error: null })
    const prompt = prompts.body.data.find(({ id }: { id: string }) => id === analysis.prompt_id)
    expect(compileSchema(prompt.output_schema)(analysis.result)).toBeNull()
    expect(Object.keys(analysis.result)).toEqual(Object.keys(prompt.output_schema.properties))
    expect(analysis.result.summary).not.toBe('')
    expect(analysis.model_used).not.toBe('')
    expect(analysis.confidence_score).toBeGreaterThan(0)
    const ids = body.data.transcript.segments.map(({ id }: { id: string }) => id)
    for (const carriers of Object.values<string[]>(analysis.evidence)) {
      expect(ids).toEqual(expect.arrayContaining(carriers))
    }
  }
  const meeting = body.data.analyses.find(
    ({ prompt_name: name }: { prompt_name: string }) => name === 'Meeting',
  )
  expect(meeting.result.action_items.join()).toContain('send the contract')
  expect(meeting.result.questions.join()).toContain('when we cancel')
  const found = await app.call('GET', '/v1/search/content?q=seats')
  expect(found.body.data).toHaveLength(1)
})
