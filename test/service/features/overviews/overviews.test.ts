import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { openStage, type Stage } from '../insights/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

type Overview = { content_id: string; gist: string | null; open_actions: number }

const ask = (ids: readonly string[], key?: string) =>
  stage.app.call('GET', `/v1/content/overviews?ids=${ids.join(',')}`, key ? { key } : {})
const overviews = async (ids: readonly string[], key?: string): Promise<Overview[]> =>
  (await ask(ids, key)).body.data.overviews

it('a recording tells how its summary begins, who speaks, and what is still to be done', async () => {
  const { app, projectId } = stage
  const id = await stage.givenCall({
    said: 'Good morning.\nI will send the contract on Friday.',
    results: {
      Sales: { summary: 'The contract\n goes out.', action_items: ['Send it', 'Call Mary'] },
    },
  })
  const place = `/v1/projects/${projectId}/content/${id}/transcript/speakers/speaker_1`
  await app.call('PATCH', place, { body: { name: 'Ada' } })
  const { body } = await app.call('GET', '/v1/actions')
  const [first] = body.data
  await app.call('PATCH', `/v1/projects/${projectId}/actions/${first.id}`, {
    body: { is_done: true },
  })
  expect(await overviews([id, 'cont_unknown'])).toEqual([
    {
      content_id: id,
      gist: 'The contract goes out.',
      speakers: [{ id: 'speaker_1', label: 'Speaker 1', name: 'Ada' }],
      open_actions: 1,
    },
  ])
})

it('the newest summary counts; a long one is cut at a word', async () => {
  const id = await stage.givenCall({ results: { Sales: { summary: 'Old.' } } })
  stage.app.clock.advance(1_000)
  await stage.analyzeAgain(id, 'Sales', { result: { summary: 'word '.repeat(200) } })
  const [overview] = await overviews([id])
  expect(overview?.gist).toMatch(/^word( word){40,}$/)
  expect(overview?.gist?.length).toBeLessThanOrEqual(240)
})

it('without an analysis, or a summary in it, there is no gist', async () => {
  const bare = await stage.givenCall()
  const other = await stage.givenCall({ results: { Sales: { summary: ['Not', 'a text'] } } })
  const found = await overviews([bare, other])
  expect(found.map(({ gist }) => gist)).toEqual([null, null])
})

it('a key sees those of its projects; more than a hundred are refused', async () => {
  const id = await stage.givenCall()
  const { id: elsewhere } = await givenProject(stage.app, { name: 'Elsewhere' })
  const keyOf = (project: string) =>
    givenKey(stage.app, { scopes: ['read'], project_ids: [project] })
  expect(await overviews([id], await keyOf(stage.projectId))).toHaveLength(1)
  expect(await overviews([id], await keyOf(elsewhere))).toEqual([])
  const many = Array.from({ length: 101 }, (_, at) => `cont_${at}`)
  expect((await ask(many)).body.error).toMatchObject({ code: 'validation_error' })
})
