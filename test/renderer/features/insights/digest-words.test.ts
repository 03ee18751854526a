import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  digestWords,
  recommendationWords,
} from '../../../../renderer/features/insights/digest-words.ts'
import { speakAs } from '../../../support/page-language.ts'

beforeAll(() => speakAs('de'))
afterAll(() => speakAs('en'))

const themes = [{ theme: 'Preise', frequency: 3, previous_frequency: 2 }]
const sentences = [
  { key: 'more_than_before', values: { recordings: 4, previous_recordings: 1 } },
  { key: 'tone', values: { judged: 3, positive: 0, neutral: 1, negative: 2 } },
  { key: 'themes', values: { themes: [{ theme: 'Preise', frequency: 3 }] } },
  { key: 'rising', values: { themes, lookback_days: 2 } },
  { key: 'gone', values: { themes: ['Reisen', 'Urlaub'] } },
  { key: 'action_items', values: { action_items: 6, recordings: 3, overdue: 1 } },
  { key: 'objections', values: { objections: 1, recordings: 1, open: 0 } },
  { key: 'questions', values: { questions: 2, recordings: 1 } },
]

test('the digest is told in the language of the page, from its values', async () => {
  const told = sentences.map(({ key, values }) => digestWords({ key, values, text: 'In English.' }))
  expect(told).toEqual([
    'Das sind 3 mehr als im gleich langen Zeitraum davor (1).',
    'Bekannter Ton von 3 Aufnahmen: 0 positiv, 1 neutral, 2 negativ.',
    'Am häufigsten kommt zur Sprache: „Preise“ (3 Aufnahmen).',
    'Häufiger als im gleich langen Zeitraum davor: „Preise“ (3 nach 2).',
    'Seit den vorigen Erkenntnissen entfallen: „Reisen“ und „Urlaub“.',
    'In 3 Aufnahmen wurden 6 Aufgaben genannt. Bei 1 ist das Datum verstrichen.',
    'In 1 Aufnahme kam 1 Einwand auf.',
    'In 1 Aufnahme kamen 2 Fragen auf.',
  ])
  const extent = {
    recordings: 2,
    period_start: '2026-11-21T12:00:00.000Z',
    period_end: '2026-11-23T12:00:00.000Z',
    talk_seconds: 90,
    words: 1_761,
  }
  expect(digestWords({ key: 'extent', values: extent, text: '' })).toBe(
    '2 Aufnahmen vom 21.11.2026 bis 23.11.2026: 1 Min. 30 Sek. Redezeit, 1.761 Wörter.',
  )
  expect(digestWords({ key: 'later', values: {}, text: 'A later one.' })).toBe('A later one.')
})

test('so are recommendations, whose forms are those of the service', () => {
  // As test/service/features/insights/recommendations.test.ts expects them.
  const english = [
    'Check an action item whose date has passed: “Renew the licence” (2026-11-20).',
    'Check 5 action items whose dates have passed; the oldest is “Call back” (2026-10-15).',
    'Answer open objections: 3 of 5 in 3 recordings got no response; most often “price”, in 2 recordings.',
    'Listen to the negative recordings: 3 of 5 (60 %), after 1 of 5 (20 %) in the 2 days before.',
    'Look into “Pricing”: 3 recordings name it, after 2 in the 2 days before.',
    'Look into “Churn”, which is new: 3 recordings name it, none of 5 did in the 2 days before.',
    'Check whether “Send the contract” is done: 2 recordings name it.',
  ]
  expect(english.map(recommendationWords)).toEqual([
    'Prüfen Sie eine Aufgabe, deren Datum verstrichen ist: „Renew the licence“ (20.11.2026).',
    'Prüfen Sie 5 Aufgaben, deren Datum verstrichen ist; die älteste ist „Call back“ (15.10.2026).',
    'Beantworten Sie offene Einwände: 3 von 5 in 3 Aufnahmen blieben ohne Antwort.',
    'Hören Sie die negativen Aufnahmen an: 3 von 5 (60 %), nach 1 von 5 (20 %) davor.',
    'Sehen Sie sich „Pricing“ an: genannt in 3 Aufnahmen, nach 2 im gleich langen Zeitraum davor.',
    'Sehen Sie sich „Churn“ an, das neu ist: genannt in 3 Aufnahmen, davor in keiner von 5.',
    'Prüfen Sie, ob „Send the contract“ erledigt ist: genannt in 2 Aufnahmen.',
  ])
})
