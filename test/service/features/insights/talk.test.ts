import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const talkNow = async () => {
  stage.app.clock.advance(1_000)
  await stage.generate({ lookback_days: 7 })
  return (await stage.latest()).body.data.result.talk
}
/** A word takes 0.4 s. */
const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')

async function givenTalk(count: number, name?: string): Promise<string> {
  const id = await stage.givenCall({ said: words(count) })
  if (name === undefined) return id
  const path = `/v1/projects/${stage.projectId}/content/${id}/transcript/speakers/speaker_1`
  await stage.app.call('PATCH', path, { body: { name } })
  return id
}

it('people with a name are counted across recordings, the others together', async () => {
  await givenTalk(10, 'Ada')
  stage.app.clock.advance(8 * day)
  await givenTalk(10, 'Ada')
  await givenTalk(20, 'Ada')
  await givenTalk(15, 'Paul')
  await givenTalk(5)
  expect(await talkNow()).toEqual([
    { speaker: 'Ada', seconds: 12, share: 0.6, previous_share: 1, recordings: 2 },
    { speaker: 'Paul', seconds: 6, share: 0.3, previous_share: 0, recordings: 1 },
    { speaker: null, seconds: 2, share: 0.1, previous_share: 0, recordings: 1 },
  ])
})

it('without a recording nobody spoke, and a deleted one is counted out', async () => {
  expect(await talkNow()).toEqual([])
  const id = await givenTalk(10, 'Ada')
  await givenTalk(10)
  expect(await talkNow()).toMatchObject([
    { speaker: 'Ada', previous_share: null },
    { speaker: null },
  ])
  await stage.app.call('DELETE', `/v1/projects/${stage.projectId}/content/${id}`)
  expect((await stage.latest()).body.data.result.talk).not.toContainEqual(
    expect.objectContaining({ speaker: 'Ada' }),
  )
  await stage.app.idle()
  expect((await stage.latest()).body.data.result.talk).toMatchObject([{ speaker: null, share: 1 }])
})
