import { expect, test } from 'vitest'
import { chooseExpired } from '../../../service/backup/retention.ts'

const day = 86_400_000
const last = Date.UTC(2026, 5, 30, 12)
const at = (daysAgo: number) => ({
  id: `${daysAgo}`,
  created_at: new Date(last - daysAgo * day).toISOString(),
})
const kept = (daysAgo: number[]) => {
  const expired = new Set(chooseExpired(daysAgo.map(at)))
  return daysAgo.filter((each) => !expired.has(`${each}`))
}

test('seven days and four weeks are kept of a hundred days', () => {
  const days = Array.from({ length: 100 }, (_, index) => index)
  const left = kept(days)
  expect(left.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(left.length).toBeLessThanOrEqual(10)
  expect(Math.max(...left)).toBeGreaterThanOrEqual(14)
})

test('run day by day, it keeps as much', () => {
  let left: number[] = []
  for (let today = 100; today >= 0; today--) {
    const expired = new Set(chooseExpired([...left, today].map(at)))
    left = [...left, today].filter((each) => !expired.has(`${each}`))
  }
  expect(left).toHaveLength(kept(Array.from({ length: 101 }, (_, index) => index)).length)
})

test('of one day only the newest is kept, but the last two in any case', () => {
  expect(kept([0, 0.1, 0.2])).toEqual([0, 0.1])
})

test('those from before a holiday stay', () => {
  expect(kept([0, 200, 300])).toEqual([0, 200, 300])
})
