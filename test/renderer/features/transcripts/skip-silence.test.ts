import { expect, test } from 'vitest'
import { silenceAt, silencesOf } from '../../../../renderer/features/transcripts/skip-silence.ts'

const said = (...spans: [start: number, end: number][]) => [
  { words: spans.map(([start, end]) => ({ start, end })) },
]

test('a silence keeps a margin on either side', () => {
  expect(silencesOf([{ start: 10, end: 14 }], said([9, 10], [14, 15]))).toEqual([
    { start: 10.3, end: 13.7 },
  ])
})

test('a word that was heard where nothing sounds is not skipped', () => {
  const quiet = [{ start: 10, end: 20 }]
  expect(silencesOf(quiet, said([14, 15]))).toEqual([
    { start: 10.3, end: 13.7 },
    { start: 15.3, end: 19.7 },
  ])
  expect(silencesOf(quiet, said([8, 25]))).toEqual([])
  expect(silencesOf(quiet, said([9, 11], [19.5, 21]))).toEqual([{ start: 11.3, end: 19.2 }])
})

test('words of several lines may overlap and come in any order', () => {
  const segments = [...said([2, 3], [12, 13]), ...said([2.5, 11])]
  expect(silencesOf([{ start: 3, end: 20 }], segments)).toEqual([{ start: 13.3, end: 19.7 }])
})

test('what is sound without words stays, as does a pause too short to notice', () => {
  expect(silencesOf([], said([1, 2], [60, 61]))).toEqual([])
  expect(silencesOf([{ start: 5, end: 6.2 }], said([4, 5]))).toEqual([])
})

test('a moment is in a silence from its start until before its end', () => {
  const silences = [
    { start: 2, end: 4 },
    { start: 8, end: 9 },
  ]
  const ends = [1.9, 2, 3.9, 4, 8.5, 9].map((at) => silenceAt(silences, at)?.end ?? null)
  expect(ends).toEqual([null, 4, 4, null, 9, null])
})
