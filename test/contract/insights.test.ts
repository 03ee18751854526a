import { expect, test } from 'vitest'
import { until } from './support/call.ts'
import { expectRefusal } from './support/envelope.ts'
import { insights, insightsItem } from './support/insights-records.ts'
import { started } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const { call, givenProject, world } = openSuite('insights')

const shared = `/v1/projects/${world.recording.projectId}/insights`
const { contentId } = world.recording

const generate = (path: string, body?: object) =>
  call('POST', `${path}/generate`, body ? { body } : {})

const finished = (path: string, id: string) =>
  until('the insights', async () => {
    const { data } = (await call('GET', `${path}/history?limit=100`)).body
    const item = data.find((found: { id: string }) => found.id === id)
    return ['completed', 'failed'].includes(item.status) ? item : null
  })

async function givenInsights(path = shared, body?: object) {
  const answer = await generate(path, body)
  return finished(path, answer.body.data.insights_id)
}

/** Changes nothing while others generate: every project has one open generation at most. */
const emptyProject = async () => `/v1/projects/${(await givenProject()).id}/insights`

test('generate answers 202 with insights_id, status queued and a message', async () => {
  const path = await emptyProject()
  const answer = await generate(path)
  expect(answer.status).toBe(202)
  expectShape(answer.body.data, started('ins', 'insights_id'))
  expect(answer.body.data.status).toBe('queued')
  await finished(path, answer.body.data.insights_id)
})

test('the latest insights have every field', async () => {
  const item = await givenInsights()
  expect(item.status).toBe('completed')
  const { status, body } = await call('GET', shared)
  expect(status).toBe(200)
  expectShape(body.data, insights)
  expect(body.data).toMatchObject({ id: item.id, project_id: world.recording.projectId })
})

test('lookback_days is 30 unless it is said', async () => {
  const path = await emptyProject()
  expect(await givenInsights(path)).toMatchObject({ lookback_days: 30 })
  const item = await givenInsights(path, { lookback_days: 7 })
  expect(item).toMatchObject({ lookback_days: 7 })
  const days = (Date.parse(item.period_end) - Date.parse(item.period_start)) / 86_400_000
  expect(days).toBeCloseTo(7)
  for (const wrong of [0, -1, 1.5, '30', 1e9]) {
    const answer = await generate(path, { lookback_days: wrong })
    expectRefusal(answer, 400, 'validation_error', ['lookback_days'])
  }
})

test('the numbers come from the recordings of the period', async () => {
  const { content_analyzed: count, result } = await givenInsights()
  expect(count).toBe(1)
  const { positive, neutral, negative } = result.sentiment_distribution
  expect(positive + neutral + negative).toBeLessThanOrEqual(count)
  for (const theme of result.key_themes) {
    expect(theme).toMatchObject({ frequency: 1, trend: 'new', content_ids: [contentId] })
  }
})

test('the history has every field, newest first, with pagination', async () => {
  const path = await emptyProject()
  const ids = []
  for (let count = 0; count < 3; count++) ids.unshift((await givenInsights(path)).id)
  const { status, body } = await call('GET', `${path}/history`)
  expect(status).toBe(200)
  for (const item of body.data) expectShape(item, insightsItem)
  expect(body.data.map((item: { id: string }) => item.id)).toEqual(ids)
  const everywhere = await call('GET', '/v1/insights?status=completed')
  for (const item of everywhere.body.data) expectShape(item, insightsItem)
  const page = await call('GET', `${path}/history?limit=2`)
  expect(page.body.data).toHaveLength(2)
  expect(page.body.pagination.has_more).toBe(true)
})

test('the latest is the newest that is completed', async () => {
  const path = await emptyProject()
  await givenInsights(path)
  const { id } = await givenInsights(path)
  expect((await call('GET', path)).body.data.id).toBe(id)
})

test('nothing to analyse is completed with empty lists, not an error', async () => {
  const item = await givenInsights(await emptyProject())
  expect(item).toMatchObject({ status: 'completed', content_analyzed: 0, error: null })
  expect(item.result).toMatchObject({
    key_themes: [],
    sentiment_distribution: { positive: 0, neutral: 0, negative: 0 },
    top_action_items: [],
    recommendations: [],
  })
})

test('none yet is 404 not_found', async () => {
  const path = await emptyProject()
  expectRefusal(await call('GET', path), 404, 'not_found')
  expect((await call('GET', `${path}/history`)).body.data).toEqual([])
})

test('while one is open, generate answers with the same id', async () => {
  const path = await emptyProject()
  const answers = await Promise.all(Array.from({ length: 5 }, () => generate(path)))
  for (const { status } of answers) expect(status).toBe(202)
  const ids = new Set(answers.map(({ body }) => body.data.insights_id))
  const { body } = await call('GET', `${path}/history?limit=100`)
  // One after the other may have ended meanwhile; each that was named is in the history, no more.
  const listed = body.data.map((item: { id: string }) => item.id)
  expect(new Set(listed)).toEqual(ids)
  const [first] = ids
  await finished(path, String(first))
})
