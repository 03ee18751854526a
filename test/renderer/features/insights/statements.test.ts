import { afterEach, expect, test } from 'vitest'
import type { Insights } from '../../../../renderer/features/insights/queries.ts'
import { statementsOf } from '../../../../renderer/features/insights/statements.ts'
import { noTotals } from '../../../support/insights-totals.ts'
import { speakAs } from '../../../support/page-language.ts'

type Result = Insights['result']
type Before = NonNullable<Result['before']>

const totals: Result['totals'] = {
  ...noTotals,
  recordings: 8,
}
const before = (recordings: number, changes: Before['changes'] = []): Before => ({
  period_start: '2026-10-01T12:00:00.000Z',
  period_end: '2026-10-08T12:00:00.000Z',
  totals: { ...totals, recordings },
  is_enough: recordings >= 5,
  changes,
})
const resultWith = (parts: Partial<Result>): Result => ({
  key_themes: [],
  sentiment_distribution: { positive: 0, neutral: 0, negative: 0 },
  top_action_items: [],
  recommendations: [],
  action_items: [],
  objections: [],
  questions: [],
  tones: [],
  totals,
  before: null,
  series: { step: 'day', time_zone: null, points: [] },
  talk: [],
  comparison: null,
  digest: [],
  ...parts,
})
/** With plain spaces, where dates and numbers have narrow ones. */
const said = (parts: Partial<Result>) =>
  statementsOf(resultWith(parts)).map(({ text }) => text.replaceAll(/\s/gu, ' '))

afterEach(() => speakAs('en'))

test('that there is too little to compare, or nothing, is said plainly', () => {
  const days = 'Oct 1 – 8, 2026'
  expect(said({ before: before(0) })).toEqual([
    `Nothing to compare with: no recordings during ${days}.`,
  ])
  expect(said({ before: before(3) })).toEqual([
    `Too few recordings to compare with ${days}: 8 now, 3 then. It takes 5 in each.`,
  ])
  expect(said({ before: before(5) })).toEqual([`Nothing differs from ${days} by more than chance.`])
  expect(said({ totals: { ...totals, recordings: 1 } })).toEqual([
    'Only 1 recording: too few to tell what is usual.',
  ])
})

test('what differs is told by direction with both numbers, before what is to be done', async () => {
  const share = { what: 'theme', theme: 'Pricing', now: 0.6, before: 0.1 } as const
  const mean = { what: 'questions', theme: null, now: 1.25, before: 4 } as const
  const parts = {
    before: before(9, [
      { ...share, direction: 'rose' },
      { ...mean, direction: 'fell' },
    ]),
    recommendations: [
      'Look into “Pricing”: 6 recordings name it, after 1 in the 2 days before.',
      'Check whether “Send the contract” is done: 2 recordings name it.',
    ],
  }
  expect(said(parts)).toEqual([
    'More than during Oct 1 – 8, 2026: “Pricing” (60% of the recordings, against 10%)',
    'Less than during Oct 1 – 8, 2026: questions (1.3 in a recording, against 4.0)',
    'Check whether “Send the contract” is done: 2 recordings name it.',
  ])
  await speakAs('de')
  expect(said(parts)[0]).toBe(
    'Mehr als im Zeitraum 01.–08.10.2026: „Pricing“ (60 % der Aufnahmen, gegenüber 10 %)',
  )
})
