import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStage, type Stage } from '../insights/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const dataOf = async (url: string) => (await stage.app.call('GET', url)).body.data

test('whatever names a recording tells its title', async () => {
  const result = { action_items: ['Send the helmets'], key_topics: ['helmets'] }
  const id = await stage.givenCall({
    said: 'We send the helmets on Friday.',
    results: { Call: result },
    evidence: { '/action_items/0': [0], '/key_topics/0': [0] },
  })
  const project = `/v1/projects/${stage.projectId}`
  // After the analysis, so that nothing can have kept an older one.
  await stage.app.call('PATCH', `${project}/content/${id}`, { body: { title: 'Bristol order' } })
  stage.app.clock.advance(1_000)
  await stage.generate()
  const named = { content_id: id, title: 'Bristol order' }

  expect(await dataOf('/v1/search/content?q=bristol')).toMatchObject([
    { id, title: 'Bristol order', highlight: '<mark>Bristol</mark> order' },
  ])
  expect(await dataOf(`${project}/actions`)).toMatchObject([named])
  expect((await dataOf('/v1/analyses')).at(0)).toMatchObject(named)
  const asked = await stage.app.call('POST', `${project}/ask`, {
    body: { question: 'When do we send the helmets?' },
  })
  expect(asked.body.data.quotes).toMatchObject([named])
  const { result: insights } = await dataOf(`${project}/insights`)
  expect(insights.action_items[0].evidence).toMatchObject([named])
})

test('an upload may come with a title, which is the person’s', async () => {
  const address = `/v1/projects/${stage.projectId}/content`
  const announce = (title: string) =>
    stage.app.call('POST', `${address}/upload-url`, {
      body: { filename: 'call.wav', content_type: 'audio/wav', size_bytes: 9, title },
    })
  const { content_id: id } = (await announce('  Talk  with Mary: part 2 ')).body.data
  expect(await dataOf(`${address}/${id}`)).toMatchObject({
    filename: 'call.wav',
    title: 'Talk with Mary: part 2',
    title_source: 'person',
  })
  expect((await announce(' ')).status).toBe(400)
})
