import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isNameOfMachine, titleOf } from '../../../../service/features/content/proposed-title.ts'
import { openStage, type Stage } from '../insights/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const place = (id: string) => `/v1/projects/${stage.projectId}/content/${id}`
const shown = async (id: string) => {
  const { title, title_source } = (await stage.app.call('GET', place(id))).body.data
  return [title, title_source]
}
const topics = (...key_topics: string[]) => ({ key_topics })

test('what is talked about is the title of a file whose name says nothing, until a person gives one', async () => {
  const id = await stage.givenCall({ results: { Call: topics('training', 'helmets') } })
  expect(await shown(id)).toEqual(['Training, helmets', 'content'])
  const found = await stage.app.call('GET', '/v1/search/content?q=helmets')
  expect(found.body.data).toMatchObject([{ id }])

  await stage.app.call('PATCH', place(id), { body: { title: 'Bikes for Bristol' } })
  await stage.analyzeAgain(id, 'Call', { result: topics('delivery') })
  expect(await shown(id)).toEqual(['Bikes for Bristol', 'person'])

  await stage.app.call('PATCH', place(id), { body: { title: null } })
  expect(await shown(id)).toEqual(['Delivery', 'content'])
})

test('without topics the name of the file stays', async () => {
  const id = await stage.givenCall({ results: { Call: { summary: 'Nothing.' } } })
  const [, source] = await shown(id)
  expect(source).toBe('file')
})

test.each([
  'Recording 2026-11-21 09.30.webm',
  'GMT20261121-093000_Recording.m4a',
  'audio_only.m4a',
  'New Recording 12.m4a',
  'Neue Aufnahme 3.m4a',
  'zoom_0.mp4',
  'PTT-20261121-WA0003.opus',
  '20261121_093000.wav',
  '4f2a91c0d3.webm',
  'Anruf 21. Nov um 9 Uhr.m4a',
  'Sample call.webm',
])('%s is the name of a machine', (filename) => {
  expect(isNameOfMachine(filename)).toBe(true)
})

test.each([
  'Budget with Mary.m4a',
  'Interview Ben.wav',
  'REC-0412 Mary.m4a',
  'Q3 review.mp3',
  'Kickoff.mp4',
  'call-acme.wav',
])('%s is the name that a person gave', (filename) => {
  expect(isNameOfMachine(filename)).toBe(false)
})

test.each([
  [['training', 'price', 'helmets', 'tracking'], [], 'Training, price, helmets'],
  [['a very long subject that nobody would call a recording', 'price'], [], 'Price'],
  [['training'], ['/key_topics'], null],
  [[], [], null],
])('topics %j, of which the model owes %j: %s', (found, owed, title) => {
  expect(titleOf({ key_topics: found }, owed)).toBe(title)
})
