import { afterAll, beforeAll, expect, test } from 'vitest'
import { adviceIn } from '../../../../renderer/features/insights/advice-words.ts'
import { speakAs } from '../../../support/page-language.ts'

beforeAll(() => speakAs('de'))
afterAll(() => speakAs('en'))

test('recommendations are told in the language of the page; their forms are those of the service', () => {
  // As test/service/features/insights/recommendations.test.ts expects them.
  const english = [
    'Check an action item whose date has passed: “Renew the licence” (2026-11-20).',
    'Check 5 action items whose dates have passed; the oldest is “Call back” (2026-10-15).',
    'Answer open objections: 3 of 5 in 3 recordings got no response; most often “price”, in 2 recordings.',
    'Check whether “Send the contract” is done: 2 recordings name it.',
  ]
  expect(english.map((text) => adviceIn(text)?.text)).toEqual([
    'Prüfen Sie eine Aufgabe, deren Datum verstrichen ist: „Renew the licence“ (20.11.2026).',
    'Prüfen Sie 5 Aufgaben, deren Datum verstrichen ist; die älteste ist „Call back“ (15.10.2026).',
    'Beantworten Sie offene Einwände: 3 von 5 in 3 Aufnahmen blieben ohne Antwort.',
    'Prüfen Sie, ob „Send the contract“ erledigt ist: genannt in 2 Aufnahmen.',
  ])
})

test('what is about numbers alone is told from them', () => {
  expect(adviceIn('Look into “Pricing”: 6 recordings name it, after 1 in the 2 days before.')).toBe(
    null,
  )
})
