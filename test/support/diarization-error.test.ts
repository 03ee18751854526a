import { expect, test } from 'vitest'
import { diarizationError, type Turn } from './diarization-error.ts'

const turns = (...list: [number, number, string | number][]): Turn[] =>
  list.map(([start, end, speaker]) => ({ start, end, speaker }))

const reference = turns([0, 10, 'Ann'], [10, 20, 'Ben'])
const exact = { collar: 0 }

test('the same turns under other names are no error', () => {
  const { rate, speech } = diarizationError(reference, turns([0, 10, 1], [10, 20, 0]), exact)
  expect({ rate, speech }).toEqual({ rate: 0, speech: 20 })
})

test('one speaker for two confuses the shorter one', () => {
  const found = turns([0, 20, 0])
  expect(diarizationError(reference, found, exact)).toMatchObject({ rate: 0.5, confused: 10 })
})

test('each found speaker stands for one speaker only', () => {
  const found = turns([0, 6, 0], [6, 10, 1], [10, 20, 2])
  const result = diarizationError(reference, found, exact)
  expect(result).toMatchObject({ confused: 4, speakers: { reference: 2, found: 3 } })
})

test('the mapping is the best one, not the first one', () => {
  const found = turns([0, 10, 0], [10, 16, 0], [16, 20, 1])
  expect(diarizationError(reference, found, exact).confused).toBe(6)
  const crossed = turns([0, 4, 0], [4, 10, 1], [10, 12, 0], [12, 20, 1])
  expect(diarizationError(reference, crossed, exact).confused).toBe(8)
})

test('silence taken for speech and speech left out both count', () => {
  const found = turns([0, 9, 0], [10, 21, 1])
  expect(diarizationError(reference, found, exact)).toMatchObject({ missed: 1, falseAlarm: 1 })
})

test('the collar around borders is not scored', () => {
  const found = turns([0.2, 10.2, 0], [10.2, 20.2, 1])
  expect(diarizationError(reference, found, exact).rate).toBeCloseTo(0.03)
  expect(diarizationError(reference, found).rate).toBe(0)
})

test('in an overlap each speaker is scored, unless overlaps are left out', () => {
  const both = turns([0, 10, 'Ann'], [8, 12, 'Ben'])
  const found = turns([0, 10, 0], [10, 12, 1])
  expect(diarizationError(both, found, exact)).toMatchObject({ missed: 2, speech: 14 })
  const alone = { collar: 0, skipOverlap: true }
  expect(diarizationError(both, found, alone)).toMatchObject({ missed: 0, speech: 10 })
})

test('found speech in a silent recording is an error, silence is none', () => {
  expect(diarizationError([], turns([0, 1, 0])).rate).toBe(1)
  expect(diarizationError([], []).rate).toBe(0)
})
