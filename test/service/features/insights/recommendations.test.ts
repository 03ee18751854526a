import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

const givenCalls = async (count: number, result: Record<string, unknown>) => {
  for (let number = 0; number < count; number++) {
    await stage.givenCall({ results: { Sales: result } })
  }
}
const recommendations = async (days: number): Promise<string[]> => {
  stage.app.clock.advance(1_000)
  await stage.generate({ lookback_days: days })
  return (await stage.latest()).body.data.result.recommendations
}

it('each names the figures it follows from', async () => {
  await givenCalls(1, { key_topics: ['Pricing'], sentiment: 'positive' })
  await givenCalls(1, { key_topics: ['Hiring'], sentiment: 'negative' })
  await givenCalls(4, { key_topics: ['Hiring'], sentiment: 'neutral' })
  stage.app.clock.advance(2 * day)
  const objection = (topic: string, response: string) => ({ topic, concern: 'It is.', response })
  await givenCalls(2, {
    key_topics: ['Pricing', 'Churn'],
    sentiment: 'negative',
    objections: [objection('price', ''), objection('price', 'We can talk.')],
    action_items: ['Send the contract'],
  })
  await givenCalls(1, {
    key_topics: ['the pricing model', 'churn'],
    sentiment: 'negative',
    objections: [objection('terms', '')],
    action_items: [
      { task: 'Renew the licence', due: '2026-11-20' },
      { task: 'Pay the invoice', due: '2027-01-01' },
      { task: 'Call back', due: '2026-02-31' },
    ],
  })
  await givenCalls(3, { key_topics: ['Pricing', 'Churn'], sentiment: 'negative' })
  expect(await recommendations(2)).toEqual([
    'Check an action item whose date has passed: “Renew the licence” (2026-11-20).',
    'Answer open objections: 3 of 5 in 3 recordings got no response; most often “price”, in ' +
      '2 recordings.',
    'Listen to the negative recordings: 6 of 6 (100 %), after 1 of 6 (17 %) in the 2 days before.',
    'Look into “Pricing”: 6 recordings name it, after 1 in the 2 days before.',
    'Look into “Churn”, which is new: 6 recordings name it, none of 6 did in the 2 days before.',
    'Check whether “Send the contract” is done: 2 recordings name it.',
  ])
})

it('nothing is recommended where nothing follows', async () => {
  const plain = { key_topics: ['Pricing'], sentiment: 'negative', action_items: ['Call Ada'] }
  await givenCalls(3, { key_topics: ['Pricing'] })
  await givenCalls(1, { ...plain, objections: [{ topic: 'price', response: 'We agreed.' }] })
  // Without a period before, everything is new and nothing has grown.
  expect(await recommendations(1)).toEqual([])
})

it('an objection whose answer was not asked for is not called open', async () => {
  await givenCalls(1, { key_topics: [], objections: ['Too expensive', { concern: 'Too slow' }] })
  expect(await recommendations(1)).toEqual([])
})
