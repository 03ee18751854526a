import { hour, minute, plusMs, second } from '../../core/time.ts'

// Spec: Delivery rules 2. Minutes before attempt 1, 2, 3, 4 and 5.
const delaysBefore = [0, 1, 5, 30, 120].map((minutes) => minutes * minute)

/** Spec: Delivery rules 3. */
export const maxAttempts = delaysBefore.length

const longestWait = 2 * hour // reliability.md W-3: Retry-After lengthens a delay to this at most

export type Failure = {
  /** Number of the attempt that failed, from 1. */
  attempt: number
  maxAttempts: number
  failedAt: Date
  responseStatus: number | null
  retryAfter: string | null
}
export type RetryPlan = { status: 'retrying'; nextAttemptAt: Date } | { status: 'exhausted' }

/** What follows a failed attempt. Counted from its failure; no jitter: the specification is exact. */
export function planRetry(failure: Failure): RetryPlan {
  const delay = delaysBefore[failure.attempt]
  const isLast = failure.attempt >= failure.maxAttempts || delay === undefined
  // 410 means that the receiver wants no more (Standard Webhooks).
  if (isLast || failure.responseStatus === 410) return { status: 'exhausted' }
  const requested = Math.min(retryAfterMs(failure.retryAfter, failure.failedAt), longestWait)
  return { status: 'retrying', nextAttemptAt: plusMs(failure.failedAt, Math.max(delay, requested)) }
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3); 0 where it is absent or makes no sense. */
function retryAfterMs(value: string | null, now: Date): number {
  if (value === null) return 0
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * second
  const time = Date.parse(value)
  return Number.isNaN(time) ? 0 : Math.max(0, time - now.getTime())
}
