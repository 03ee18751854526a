import { expect, test } from 'vitest'
import {
  cameUpOverTime,
  speechOverTime,
  summaryOf,
  talkShares,
  toneOverTime,
  toRows,
} from '../../../../renderer/features/insights/plot-data.ts'
import type { Insights } from '../../../../renderer/features/insights/queries.ts'
import { noTotals } from '../../../support/insights-totals.ts'

type Series = Insights['result']['series']

const point = (day: number, numbers: Partial<Series['points'][number]> = {}) => ({
  start: `2026-11-${day}T12:00:00.000Z`,
  end: `2026-11-${day + 1}T12:00:00.000Z`,
  ...noTotals,
  ...numbers,
})
const series: Series = {
  step: 'day',
  time_zone: 'Europe/Berlin',
  points: [
    point(20, { recordings: 4, positive: 2, negative: 1, objections: 3, open_objections: 1 }),
    point(21),
    point(22, { recordings: 1, positive: 1, talk_seconds: 90 }),
  ],
}
const partsOf = ({ parts }: ReturnType<typeof toneOverTime>) =>
  parts.map(({ label, values }) => [label, values])

test('tone over time adds up to the recordings; what never comes up is left out', () => {
  const data = toneOverTime(series)
  expect(data.title).toBe('Recordings per day, by tone')
  expect(data.steps).toHaveLength(3)
  expect(partsOf(data)).toEqual([
    ['positive', [2, 0, 1]],
    ['negative', [1, 0, 0]],
    ['not judged', [1, 0, 0]],
  ])
  expect(toneOverTime({ ...series, step: 'week' }).title).toBe('Recordings per week, by tone')
})

test('objections are split, so that the bars add up', () => {
  expect(partsOf(cameUpOverTime(series))).toEqual([
    ['objections', [2, 0, 0]],
    ['without a response', [1, 0, 0]],
  ])
})

test('a plot of nothing keeps one part, and says so', () => {
  const data = speechOverTime({ step: 'day', time_zone: null, points: [point(20)] })
  expect(partsOf(data)).toEqual([['of speech', [0]]])
  expect(summaryOf(data)).toBe('none in this period.')
})

test('the summary names the highest step, as its table does', () => {
  const data = speechOverTime(series)
  expect(summaryOf(data)).toBe(`at most 1 min 30 s (${data.steps[2]}). The table has the numbers.`)
  expect(toRows(data)[2]).toEqual({ step: data.steps[2], part0: 90 })
})

test('who has no name comes last, and the period before only where somebody spoke in it', () => {
  const one = { seconds: 10, recordings: 1 }
  const talk = [
    { ...one, speaker: 'Ada', share: 0.6, previous_share: null },
    { ...one, speaker: null, share: 0.4, previous_share: null },
  ]
  const data = talkShares(talk)
  expect(data.steps).toEqual(['Ada', 'Unnamed'])
  expect(partsOf(data)).toEqual([['in this period', [0.6, 0.4]]])
  expect(data.format(0.6)).toBe('60%')
  const before = talk.map((part) => ({ ...part, previous_share: 0.5 }))
  expect(talkShares(before).parts).toHaveLength(2)
})
