import { expect, test } from 'vitest'
import { until } from './support/call.ts'
import { expectRefusal } from './support/envelope.ts'
import { analysis, analysisListItem, result, started } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'

const { call, make, givenProject, world } = openSuite('analyses')

const path = `/v1/projects/${world.recording.projectId}/content/${world.recording.contentId}`
const { contentId } = world.recording

const finished = (id: string) =>
  until('the analysis', async () => {
    const { data } = (await call('GET', `${path}/analyses/${id}`)).body
    return data.status === 'completed' || data.status === 'failed' ? data : null
  })

const givenPrompt = (input: object = {}): Promise<{ id: string }> =>
  make('/v1/prompts', { name: 'Contract', template: 'Summarize: {{transcript}}', ...input })

type PromptSeen = { id: string; type: string; output_schema: { properties: object } | null }

const schema = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  additionalProperties: false,
})

test('the list has every field of a list item and is paginated', async () => {
  const { status, body } = await call('GET', `${path}/analyses`)
  expect(status).toBe(200)
  expect(body.data.length).toBeGreaterThan(0)
  for (const item of body.data) expectShape(item, analysisListItem)
  expect(body.pagination).toMatchObject({ has_more: expect.any(Boolean) })
})

test('the detail adds result, model_used and processing_time_ms', async () => {
  const [item] = (await call('GET', `${path}/analyses`)).body.data
  const { status, body } = await call('GET', `${path}/analyses/${item.id}`)
  expect(status).toBe(200)
  expectShape(body.data, analysis)
  expect(body.data).toMatchObject({ id: item.id, content_id: contentId, prompt_id: item.prompt_id })
  expect(body.data.model_used).not.toBeNull()
  expect(body.data.processing_time_ms).toBeGreaterThanOrEqual(0)
})

test('confidence_score is a whole number from 0 to 100', async () => {
  const [{ confidence_score: score }] = (await call('GET', `${path}/analyses`)).body.data
  expect(Number.isInteger(score)).toBe(true)
  expect(score).toBeGreaterThanOrEqual(0)
  expect(score).toBeLessThanOrEqual(100)
})

test('without a prompt an untouched organization answers the result object shown', async () => {
  // Where others chose a default, the prompt is asked for by name.
  const { settings } = (await call('GET', '/v1/org')).body.data
  const prompts: PromptSeen[] = (await call('GET', '/v1/prompts?limit=100')).body.data
  const shown = prompts.find(({ type, output_schema: found }) => {
    return type === 'system' && found !== null && 'deal_probability' in found.properties
  })
  expect(shown).toBeDefined()
  const isUntouched = world.own !== null
  if (isUntouched) expect(settings.default_prompt_id).toBe(shown?.id)
  const body = { force_new: true, ...(!isUntouched && { prompt_id: shown?.id }) }
  const { analysis_id: id } = (await call('POST', `${path}/analyze`, { body })).body.data
  const done = await finished(id)
  expect(done.status).toBe('completed')
  expectShape(done.result, result)
})

test('analyze answers 202 with analysis_id, status queued and a message', async () => {
  const { id } = await givenPrompt()
  const answer = await call('POST', `${path}/analyze`, { body: { prompt_id: id } })
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, started('ana', 'analysis_id'))
  expect(answer.body.data.status).toBe('queued')
  const done = await finished(answer.body.data.analysis_id)
  expectShape(done, analysis)
  expect(done).toMatchObject({ status: 'completed', prompt_id: id, version: 1, error: null })
})

test('analyze runs asynchronously: queued, then processing or completed', async () => {
  const { id } = await givenPrompt()
  const { body } = await call('POST', `${path}/analyze`, { body: { prompt_id: id } })
  const now = (await call('GET', `${path}/analyses/${body.data.analysis_id}`)).body.data
  expect(now.status).toMatch(/^(queued|processing|completed)$/)
  await finished(body.data.analysis_id)
})

test('analyze again answers 200 with the analysis that exists', async () => {
  const body = { prompt_id: (await givenPrompt()).id }
  const first = await call('POST', `${path}/analyze`, { body })
  await finished(first.body.data.analysis_id)
  const again = await call('POST', `${path}/analyze`, { body })
  expect(again.status).toBe(200)
  expect(again.body.data).toMatchObject({
    analysis_id: first.body.data.analysis_id,
    status: 'completed',
  })
})

test('force_new makes a new analysis with the next version', async () => {
  const body = { prompt_id: (await givenPrompt()).id }
  const first = await call('POST', `${path}/analyze`, { body })
  await finished(first.body.data.analysis_id)
  const forced = await call('POST', `${path}/analyze`, { body: { ...body, force_new: true } })
  expect(forced.status).toBe(202)
  expect(forced.body.data.analysis_id).not.toBe(first.body.data.analysis_id)
  expect(await finished(forced.body.data.analysis_id)).toMatchObject({ version: 2 })
})

test('without prompt_id the default of the project is used, then that of the organization', async () => {
  const { settings } = (await call('GET', '/v1/org')).body.data
  const { id } = await givenPrompt()
  const project = `/v1/projects/${world.recording.projectId}`
  const run = async () => {
    const answer = await call('POST', `${path}/analyze`, { body: { force_new: true } })
    return (await finished(answer.body.data.analysis_id)).prompt_id
  }
  expect(await run()).toBe(settings.default_prompt_id)
  await call('PATCH', project, { body: { settings: { default_prompt_id: id } } })
  expect(await run()).toBe(id)
  await call('PATCH', project, { body: { settings: { default_prompt_id: null } } })
})

test('the result follows the output_schema of the prompt', async () => {
  const { id } = await givenPrompt({ output_schema: schema('headline') })
  const { body } = await call('POST', `${path}/analyze`, { body: { prompt_id: id } })
  const done = await finished(body.data.analysis_id)
  expect(Object.keys(done.result)).toEqual(['headline'])
  expect(typeof done.result.headline).toBe('string')
})

test('a past analysis keeps prompt, name and version of its time', async () => {
  const { id } = await givenPrompt({ name: 'Then' })
  const { body } = await call('POST', `${path}/analyze`, { body: { prompt_id: id } })
  await finished(body.data.analysis_id)
  const template = 'Changed: {{transcript}}'
  await call('PATCH', `/v1/prompts/${id}`, { body: { name: 'Now', template } })
  await call('DELETE', `/v1/prompts/${id}`)
  const after = (await call('GET', `${path}/analyses/${body.data.analysis_id}`)).body.data
  expect(after).toMatchObject({ prompt_id: id, prompt_name: 'Then', prompt_version: 1 })
})

test('evidence names segments of the transcript', async () => {
  const { transcript, analyses } = (await call('GET', path)).body.data
  const ids = transcript.segments.map((segment: { id: string }) => segment.id)
  for (const found of Object.values(analyses[0].evidence ?? {}).flat()) expect(ids).toContain(found)
})

test('the detail of the content holds the latest version per prompt, newest first', async () => {
  const { analyses } = (await call('GET', path)).body.data
  const prompts = analyses.map((item: { prompt_id: string }) => item.prompt_id)
  expect(new Set(prompts).size).toBe(prompts.length)
  const times = analyses.map((item: { created_at: string }) => item.created_at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('analyze without a transcript is 409 transcript_not_ready', async () => {
  const { id } = await givenProject()
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { session } = await openUpload(call, id, file)
  const analyze = `/v1/projects/${id}/content/${session.content_id}/analyze`
  expectRefusal(await call('POST', analyze), 409, 'transcript_not_ready')
})

test('an unknown prompt or analysis is refused', async () => {
  const body = { prompt_id: 'prompt_unknown' }
  const answer = await call('POST', `${path}/analyze`, { body })
  expectRefusal(answer, 400, 'validation_error', ['prompt_id'])
  expectRefusal(await call('GET', `${path}/analyses/ana_unknown`), 404, 'not_found')
})
