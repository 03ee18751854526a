import { expect, test } from 'vitest'
import { notedOverlaps } from '../../../../renderer/features/transcripts/noted-overlaps.ts'

type Told = [speaker: string, start: number, end: number]

const line = (id: string, [speaker, start, end]: Told, ...overlaps: Told[]) => ({
  ...{ id, start, end, text: 'said', speaker, speaker_id: speaker, language: 'en', words: [] },
  overlaps: overlaps.map(([speaker_id, from, to]) => ({ speaker_id, start: from, end: to })),
})

test('of two lines at once the first tells of the second', () => {
  const noted = notedOverlaps([
    line('a', ['Mary', 0, 5], ['Paul', 4, 5]),
    line('b', ['Paul', 4, 8], ['Mary', 4, 5], ['Mary', 7, 8]),
    line('c', ['Mary', 7, 8], ['Paul', 7, 8]),
  ])
  expect([...noted.keys()]).toEqual(['a', 'b'])
  expect(noted.get('b')).toEqual([{ speaker_id: 'Mary', start: 7, end: 8 }])
})

test('who has no line of what was said on top is told of', () => {
  const noted = notedOverlaps([
    line('a', ['Mary', 0, 5]),
    line('b', ['Paul', 5, 9], ['Mary', 5, 6], ['Ann', 7, 8]),
  ])
  expect(noted.get('b')?.map(({ speaker_id: id }) => id)).toEqual(['Mary', 'Ann'])
})
