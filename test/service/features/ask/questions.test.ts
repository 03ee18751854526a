import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { configurationFor } from '../../../../service/features/search/languages.ts'
import { readQuestion } from '../../../../service/features/ask/question.ts'
import { askQuestions } from '../../../fixtures/ask/questions.ts'
import { askRecordings } from '../../../fixtures/ask/recordings.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenAsked, type NextTranscription } from '../../../support/asking.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../../../support/engine.ts'

const next: NextTranscription = { transcription: spoken() }
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => next.transcription),
    writer: scriptedWriter(undefined, { status: async () => ({ ready: false, reason: 'none' }) }),
  })
})
afterAll(() => app.stop())

test('half of the questions have no answer, and there are enough of either', () => {
  const without = askQuestions.filter(({ answers }) => answers.length === 0)
  expect(askQuestions.length).toBeGreaterThanOrEqual(60)
  expect(without.length / askQuestions.length).toBeCloseTo(0.5, 1)
})

test('answers are found, and seldom where there is none', async () => {
  const { projectId } = await givenAsked(app, next, askRecordings)
  const path = `/v1/projects/${projectId}/ask`
  const counts = { found: 0, rightly: 0, first: 0, answerable: 0 }
  for (const { question, answers } of askQuestions) {
    const { data } = (await app.call('POST', path, { body: { question } })).body
    const first = data.quotes[0]?.text ?? ''
    if (data.is_found) counts.found += 1
    if (answers.length === 0) continue
    counts.answerable += 1
    if (data.is_found) counts.rightly += 1
    if (answers.some((answer) => first.includes(answer))) counts.first += 1
  }
  // As measured, less what a change for the better elsewhere may cost here.
  expect(counts.rightly / counts.found).toBeGreaterThan(0.85)
  expect(counts.rightly / counts.answerable).toBeGreaterThan(0.85)
  expect(counts.first / counts.answerable).toBeGreaterThan(0.75)
}, 120_000)

test('the index has the word stems that search has, for every language', async () => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index))
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  const codes = ['EN-gb', 'deu', '', ...pairs]
  const { rows } = await sql<{ code: string; stems: string }>`
    select code, ask_language(code)::text as stems from unnest(${codes}::text[]) code`.execute(
    app.deps.db.sql,
  )
  for (const { code, stems } of rows) expect(stems, code).toBe(configurationFor(code))
})

test('a question tells what kind of answer it wants', () => {
  const kindOf = (text: string, language = 'en') => readQuestion(text, language, () => false).kind
  expect(kindOf('When do we meet?')).toBe('time')
  expect(kindOf('How long is the film?')).toBe('duration')
  expect(kindOf('How much does it cost?')).toBe('money')
  expect(kindOf('How many came?')).toBe('amount')
  expect(kindOf('Who came?')).toBe('person')
  expect(kindOf('Why?')).toBe('reason')
  expect(kindOf('Wo ist der Hund?', 'de')).toBe('place')
  expect(kindOf('Combien de temps ?', 'fr')).toBe('duration')
  expect(kindOf('¿Dónde está?', 'es')).toBe('place')
  expect(kindOf('いつですか', 'ja')).toBe('time')
  expect(kindOf('Is it so?')).toBe('any')
  expect(kindOf('When?', 'fi')).toBe('any')
})
