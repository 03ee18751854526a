import { expect, test } from 'vitest'
import { ranksDiffer, sharesDiffer } from '../../../../service/features/insights/significance.ts'

// Chances in whole numbers of cases, added up apart.
test.each([
  [[8, 10], [1, 10], true], // p = 0.0055
  [[5, 5], [1, 5], true], // p = 0.0476
  [[4, 5], [1, 5], false], // p = 0.206
  [[3, 10], [2, 10], false],
  [[40, 100], [25, 100], true], // p = 0.0341
  [[36, 100], [25, 100], false], // p = 0.124
  [[0, 10], [0, 10], false],
] as const)('%j against %j: %s', ([count, of], [before, ofBefore], differ) => {
  expect(sharesDiffer({ count, of }, { count: before, of: ofBefore })).toBe(differ)
  expect(sharesDiffer({ count: before, of: ofBefore }, { count, of })).toBe(differ)
})

test.each([
  [[9, 8, 7, 6, 9, 8], [1, 2, 3, 2, 1, 2], true],
  [[3, 1, 2, 4, 2], [2, 3, 1, 2, 4], false],
  [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1], false],
  // One outlier makes no trend, however high.
  [[1, 2, 1, 2, 90], [1, 2, 1, 2, 1], false],
])('%j against %j: %s', (now, before, differ) => {
  expect(ranksDiffer(now, before)).toBe(differ)
  expect(ranksDiffer(before, now)).toBe(differ)
})
