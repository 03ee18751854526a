import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

type Sentence = { key: string; text: string; values: Record<string, unknown> }

const resultAfter = async (days: number) => {
  stage.app.clock.advance(1_000)
  await stage.generate({ lookback_days: days })
  return (await stage.latest()).body.data.result
}
const givenCalls = async (count: number, result: Record<string, unknown>) => {
  for (let number = 0; number < count; number++) {
    await stage.givenCall({ results: { Sales: result } })
  }
}

/** Every number and text that the values hold, however deep. */
const leavesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)]

describe('the digest', () => {
  it('tells the numbers of the result and nothing else', async () => {
    await givenCalls(2, { key_topics: ['Pricing', 'Hiring'], sentiment: 'positive' })
    await givenCalls(2, { key_topics: ['Hiring', 'Travel'], sentiment: 'neutral' })
    await resultAfter(2)
    stage.app.clock.advance(2 * day)
    await givenCalls(3, {
      key_topics: ['the pricing model', 'Churn'],
      sentiment: 'negative',
      action_items: [{ task: 'Renew the licence', due: '2026-11-01' }, 'Call back'],
      objections: [{ topic: 'price', response: '' }, 'Too slow'],
    })
    await givenCalls(1, { key_topics: ['Hiring'], open_questions: ['Who pays?'] })
    const result = await resultAfter(2)
    const texts = result.digest.map(({ text }: Sentence) => text)
    expect(texts).toEqual([
      '4 recordings from 21 November 2026 to 23 November 2026 hold 3 seconds of speech, 8 words.',
      'That is as many recordings as in the equally long period before.',
      'The tone of 3 recordings is known: 0 positive, 0 neutral, and 3 negative.',
      'What comes up most often is “Churn” (3 recordings) and “the pricing model” (3 recordings).',
      'Gone since the insights from 19 November 2026 to 21 November 2026: “Travel”.',
      '6 action items were named in 3 recordings; the date of 1 has passed.',
      '6 objections were raised in 3 recordings; 3 got no response.',
      '1 question came up in 1 recording.',
    ])
    const { totals } = result
    const [extent, , tone, themes] = result.digest.map(({ values }: Sentence) => values)
    expect(extent).toMatchObject({ recordings: totals.recordings, words: totals.words })
    expect(extent.talk_seconds).toBe(totals.talk_seconds)
    expect(tone).toMatchObject(result.sentiment_distribution)
    for (const one of themes.themes) {
      expect(result.key_themes).toContainEqual(expect.objectContaining(one))
    }
  })

  it('has no name in it that is not in its values', async () => {
    await givenCalls(2, { key_topics: ['“Quoted” theme', '12 monkeys'], sentiment: 'mixed' })
    const { digest } = await resultAfter(7)
    for (const { text, values } of digest as Sentence[]) {
      const leaves = leavesOf(values)
      const named = leaves.reduce((rest, leaf) => rest.replaceAll(leaf, ' '), text)
      // What is left of the numbers is dates and rounded lengths of time.
      const isTime = values['period_start'] !== undefined
      if (!isTime) expect(named).not.toMatch(/\d|“\p{L}/u)
    }
    expect(digest.map(({ key }: Sentence) => key)).toEqual(['extent', 'tone', 'themes'])
  })

  it('says that there is nothing where there is nothing', async () => {
    expect((await resultAfter(1)).digest).toEqual([
      {
        key: 'nothing',
        text: 'No recording of the last day has a transcript yet.',
        values: { lookback_days: 1 },
      },
    ])
  })
})
