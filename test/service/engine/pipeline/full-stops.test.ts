import { expect, test } from 'vitest'
import { toSegments } from '../../../../service/engine/pipeline/segments.ts'
import { say } from './words.ts'

const linesOf = (said: [text: string, start: number][], language = 'en') =>
  toSegments(
    said.flatMap(([text, start]) => say(text, start).map((word) => ({ ...word, speaker: 0 }))),
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
