import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const items = { listed: 4, precision: 0.75, recall: 0.5 }
const figures = {
  model: 'built-in',
  meetings: 2,
  action_items: items,
  decisions: { listed: 0, precision: null, recall: 0 },
  open_questions: items,
  summary: { rouge_1: 0.3, lexrank_rouge_1: 0.2 },
  seconds_per_hour: 12.4,
}
const record = (body: object) => app.call('POST', '/v1/model-figures', { body })
const list = async () => (await app.call('GET', '/v1/model-figures')).body.data.models

test('nothing was measured at first', async () => {
  expect(await list()).toEqual([])
})

test('figures are kept, the newest of each model', async () => {
  const first = await record(figures)
  expect([first.status, first.body.data]).toEqual([
    201,
    { ...figures, measured_at: app.clock.now().toISOString() },
  ])
  app.clock.advance(60_000)
  await record({ ...figures, meetings: 8 })
  expect(await list()).toEqual([
    { ...figures, meetings: 8, measured_at: app.clock.now().toISOString() },
  ])
})

test.each([
  ['a model that is not here', { ...figures, model: 'gpt-99' }, 'model'],
  ['a share above 1', { ...figures, decisions: { ...items, recall: 1.5 } }, 'decisions.recall'],
  ['no meeting', { ...figures, meetings: 0 }, 'meetings'],
])('%s is refused', async (_name, body, field) => {
  const { status, body: answer } = await record(body)
  expect([status, answer.error.code]).toEqual([400, 'validation_error'])
  expect(JSON.stringify(answer.error)).toContain(field)
})
