import { expect, test } from 'vitest'
import { restoreFullStops } from '../../../../service/engine/pipeline/full-stops.ts'
import { toSegments } from '../../../../service/engine/pipeline/segments.ts'
import { say } from './words.ts'

const linesOf = (said: [text: string, start: number][], language = 'en') =>
  toSegments(
    restoreFullStops(
      said.flatMap(([text, start]) => say(text, start).map((word) => ({ ...word, speaker: 0 }))),
      language,
    ),
    language,
  ).map(({ text }) => text)

test('a sentence before a pause ends with a full stop if the next begins with a capital', () => {
  const said = linesOf([
    ['we make 200 loaves a day', 0],
    ['This invoice is wrong.', 5],
    ['Perfect', 9],
    ['Goodbye Martin!', 12.5],
  ])
  expect(said).toEqual([
    'we make 200 loaves a day.',
    'This invoice is wrong.',
    'Perfect.',
    'Goodbye Martin!',
  ])
})

test('so does one before a word that has a capital only at the start of a sentence', () => {
  expect(linesOf([['it has 1200 euros We have 300 euros.', 0]])).toEqual([
    'it has 1200 euros.',
    'We have 300 euros.',
  ])
  const kept = 'our new IT team met Peter at The Hague and I left'
  expect(linesOf([[kept, 0]])).toEqual([kept])
})

test('nothing is added to lines in another language, whatever the rest is in', () => {
  const said = ['das machen wir', 'Wir haben Zeit'].flatMap((text, at) =>
    say(text, at * 5).map((word) => ({ ...word, speaker: 0, language: 'de' })),
  )
  const lines = toSegments(restoreFullStops(said, 'en'), 'en')
  expect(lines.map(({ text, language }) => [text, language])).toEqual([
    ['das machen wir', 'de'],
    ['Wir haben Zeit', 'de'],
  ])
})

test('nothing is added where somebody goes on, names somebody, or has ended', () => {
  const said: [string, number][] = [
    ['I talked to', 0],
    ['We all know', 4],
    ['yesterday that', 8],
    ['I met', 11],
    ['Peter,', 12.9],
    ['But not', 16],
  ]
  expect(linesOf(said)).toEqual(said.map(([text]) => text))
})

test('a language that writes nouns with capitals keeps what whisper wrote', () => {
  const said: [string, number][] = [
    ['wir backen', 0],
    ['Brot', 4],
  ]
  expect(linesOf(said, 'de')).toEqual(['wir backen', 'Brot'])
})
