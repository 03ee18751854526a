import { expect, test } from 'vitest'
import { batchByLength } from '../../../../service/engine/embedding/batch-by-length.ts'

test('texts of similar length share a batch, and each is in one', () => {
  expect(batchByLength([])).toEqual([])
  expect(batchByLength([320, 3, 340, 16, 300])).toEqual([
    [1, 3],
    [4, 0, 2],
  ])
})

test('a batch holds 1,024 tokens with its padding, unless one text is longer', () => {
  const lengths = Array.from({ length: 200 }, (_, at) => 1 + ((at * 37) % 256))
  const batches = batchByLength([...lengths, 5000])
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 201 }, (_, at) => at),
  )
  expect(batches.at(-1)).toEqual([200])
  for (const batch of batches.slice(0, -1)) {
    const longest = Math.max(...batch.map((at) => lengths[at] ?? 0))
    expect(longest * batch.length).toBeLessThanOrEqual(1024)
  }
})
