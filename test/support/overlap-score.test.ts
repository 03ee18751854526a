import { expect, test } from 'vitest'
import { overlapScore, overlapShares } from './overlap-score.ts'

const turn = (speaker: string, start: number, end: number) => ({ speaker, start, end })

test('seconds in which several speak are right where they are told and true', () => {
  const turns = [turn('a', 0, 4), turn('b', 3, 6), turn('a', 5, 5.5)]
  const score = overlapScore(turns, [
    { start: 3.5, end: 4.5 },
    { start: 3.5, end: 4 },
  ])
  expect(score).toEqual({ right: 0.5, told: 1, known: 1.5 })
  expect(overlapShares(score)).toBe(' 0.50 of 1.0 s told,  0.33 of 1.5 s known')
})

test('one who is in two turns at once is one person', () => {
  expect(overlapScore([turn('a', 0, 4), turn('a', 3, 6)], []).known).toBe(0)
})
