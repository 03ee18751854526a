import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const resultOf = async () => {
  stage.app.clock.advance(1_000)
  await stage.generate()
  return (await stage.latest()).body.data.result
}
const inContent = (contentId: string, rest = '') =>
  `/v1/projects/${stage.projectId}/content/${contentId}${rest}`
const segmentsOf = async (contentId: string) => {
  const { body } = await stage.app.call('GET', inContent(contentId, '/transcript'))
  return body.data.segments.map(({ id, start, end, text }: Segment) => ({ id, start, end, text }))
}
type Segment = { id: string; start: number; end: number; text: string }
type Named = { content_id: string; segments: Segment[] }
const said =
  'The price is high.\nWho signs the contract?\nI will send the contract.\nThe price again.'

it('everything that is listed carries its recordings and the moments that say it', async () => {
  const first = await stage.givenCall({
    said,
    results: {
      Sales: {
        key_topics: ['Pricing', 'Contract'],
        report: { action_items: [{ task: 'Send the contract', owner: 'Ada' }] },
        objections: [{ topic: 'Price', concern: 'It is high.', response: '' }],
        open_questions: ['Who signs the contract?'],
      },
    },
    evidence: {
      '/key_topics/0': [3, 0],
      '/report/action_items/0/task': [2],
      '/report/action_items/0/owner': [2],
      '/objections/0/concern': [0],
      '/open_questions/0': [1],
    },
  })
  stage.app.clock.advance(1_000)
  const second = await stage.givenCall({
    said,
    results: {
      Sales: {
        key_topics: ['the pricing model'],
        objections: [{ topic: 'prices', response: 'ok' }],
      },
    },
    evidence: { '/key_topics/0': [3], '/objections': [0] },
  })
  const result = await resultOf()
  const [a, b] = [await segmentsOf(first), await segmentsOf(second)]
  const inFirst = (...places: number[]) => ({
    content_id: first,
    filename: expect.stringMatching(/^call-\d+\.wav$/),
    title: 'Pricing, Contract',
    segments: places.map((place) => a[place]),
  })
  const [pricing, contract] = result.key_themes
  expect(pricing).toMatchObject({ frequency: 2, content_ids: [second, first] })
  expect(pricing.evidence).toEqual([
    { ...inFirst(), content_id: second, title: 'The pricing model', segments: [b[3]] },
    inFirst(0, 3),
  ])
  expect(contract).toMatchObject({ theme: 'Contract', evidence: [inFirst()] })
  expect(result.action_items).toMatchObject([{ owner: 'Ada', evidence: [inFirst(2)] }])
  expect(result.objections).toMatchObject([
    { recordings: 2, open_recordings: 1, evidence: [{ content_id: second }, inFirst(0)] },
  ])
  expect(result.questions).toEqual([
    {
      text: 'Who signs the contract?',
      recordings: 1,
      content_ids: [first],
      evidence: [inFirst(1)],
    },
  ])
})

it('a recording that nobody analysed says where, too', async () => {
  const id = await stage.givenCall({
    said: 'I will send the contract on Friday.\nWhat is the price?',
  })
  const result = await resultOf()
  const [segment] = await segmentsOf(id)
  expect(result.action_items[0].evidence).toMatchObject([{ content_id: id, segments: [segment] }])
})

it('times follow what was edited since; segments that are no more fall away', async () => {
  const id = await stage.givenCall({
    said,
    results: { Sales: { key_topics: ['Pricing'] } },
    evidence: { '/key_topics/0': [0, 2] },
  })
  const evidence = async () => {
    const { body } = await stage.app.call('GET', `/v1/projects/${stage.projectId}/insights/history`)
    return body.data[0].result.key_themes[0].evidence as Named[]
  }
  await resultOf()
  const before = await segmentsOf(id)
  expect(await evidence()).toMatchObject([{ segments: [before[0], before[2]] }])
  const path = inContent(id, `/transcript/segments/${before[0].id}/split`)
  const body = { word_index: 2 }
  expect((await stage.app.call('POST', path, { body })).status).toBe(200)
  const after = await segmentsOf(id)
  const kept = after.find((one: Segment) => one.id === before[0].id)
  expect(kept.end).toBeLessThan(before[0].end)
  expect(await evidence()).toMatchObject([{ segments: [kept, before[2]] }])
  await stage.app.call('POST', inContent(id, '/reprocess'), { body: {} })
  await stage.app.idle()
  expect(await evidence()).toMatchObject([{ content_id: id, segments: [] }])
})
