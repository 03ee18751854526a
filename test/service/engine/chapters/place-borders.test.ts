import { expect, test } from 'vitest'
import { placeBorders } from '../../../../service/engine/chapters/place-borders.ts'

/** Segments of ten words. */
const beforeOf = (segments: number) => Array.from({ length: segments + 1 }, (_, at) => 10 * at)
const likely = (segments: number, places: readonly number[]) =>
  Array.from({ length: segments }, (_, at) => (places.includes(at) ? 0.5 : 0.01))

test('borders are at the likeliest places', () => {
  const likelihoods = likely(60, [20, 37])
  expect(placeBorders({ likelihoods, before: beforeOf(60), count: 3 })).toEqual([20, 37])
})

test('a chapter of a sentence or two is not made, however likely', () => {
  const likelihoods = likely(60, [20, 21, 22, 40])
  const borders = placeBorders({ likelihoods, before: beforeOf(60), count: 4 })
  expect(borders).toHaveLength(3)
  for (const [at, border] of borders.entries()) {
    expect(border - (borders[at - 1] ?? 0)).toBeGreaterThanOrEqual(4)
  }
})

test('where nothing is likely, chapters are about equal', () => {
  expect(placeBorders({ likelihoods: likely(90, []), before: beforeOf(90), count: 3 })).toEqual([
    30, 60,
  ])
})

test('as many chapters are made as there is room for', () => {
  expect(placeBorders({ likelihoods: likely(9, []), before: beforeOf(9), count: 5 })).toHaveLength(
    1,
  )
  expect(placeBorders({ likelihoods: likely(3, []), before: beforeOf(3), count: 5 })).toEqual([])
  expect(placeBorders({ likelihoods: [], before: [0], count: 2 })).toEqual([])
})
