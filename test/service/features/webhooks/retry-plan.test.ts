import { expect, test } from 'vitest'
import { planRetry, type Failure } from '../../../../service/features/webhooks/retry-plan.ts'

const failedAt = new Date('2026-11-21T09:00:00.000Z')
const plan = (change: Partial<Failure>) =>
  planRetry({
    attempt: 1,
    maxAttempts: 5,
    failedAt,
    responseStatus: 500,
    retryAfter: null,
    ...change,
  })
const minutesUntil = (change: Partial<Failure>) => {
  const next = plan(change)
  return next.status === 'retrying'
    ? (next.nextAttemptAt.getTime() - failedAt.getTime()) / 60_000
    : null
}

test.each([
  [1, 1],
  [2, 5],
  [3, 30],
  [4, 120],
  [5, null],
])('after failure %i the next attempt is %s minutes later', (attempt, minutes) => {
  expect(minutesUntil({ attempt })).toBe(minutes)
})

test('410 and the single attempt of a test end it at once', () => {
  expect(plan({ responseStatus: 410 })).toEqual({ status: 'exhausted' })
  expect(plan({ maxAttempts: 1 })).toEqual({ status: 'exhausted' })
})

test.each([
  ['600', 10],
  ['7200', 120],
  ['86400', 120],
  ['1', 1],
  ['0', 1],
  ['-5', 1],
  ['soon', 1],
  ['', 1],
  ['99999999999999999999', 1],
  ['Sat, 21 Nov 2026 09:20:00 GMT', 20],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 1],
  ['Sat, 21 Nov 2099 09:00:00 GMT', 120],
])(
  'Retry-After %s makes it %i minutes: longer, never shorter, at most 2 hours',
  (value, minutes) => {
    expect(minutesUntil({ retryAfter: value })).toBe(minutes)
  },
)
