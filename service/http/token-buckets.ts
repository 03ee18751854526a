import { minute } from '../core/time.ts'
import type { Clock } from '../core/time.ts'

/** What a bucket answers: whether one was taken, and what is left in it. */
export type Taken = {
  isTaken: boolean
  remaining: number
  /** Seconds until it is full again, and until the next one can be taken. */
  fullInSeconds: number
  nextInSeconds: number
}

/**
 * Token buckets in memory: each holds `quota` and refills evenly within a minute. Our own, because
 * @fastify/rate-limit counts fixed windows, by a clock that tests cannot move, and sends the headers
 * of an older draft.
 */
export function createTokenBuckets(clock: Clock) {
  const buckets = new Map<string, { tokens: number; at: number }>()
  let sweptAt = 0
  const sweep = (now: number): void => {
    if (now - sweptAt < minute) return
    sweptAt = now
    // Untouched for a minute it is full, and a full one is the same as none: memory stays bounded.
    for (const [name, { at }] of buckets) if (now - at >= minute) buckets.delete(name)
  }
  return {
    take: (name: string, quota: number): Taken => {
      const now = clock.now().getTime()
      sweep(now)
      const { tokens, at } = buckets.get(name) ?? { tokens: quota, at: now }
      // A clock that was set back gives nothing and takes nothing.
      const refilled = Math.min(quota, tokens + (Math.max(0, now - at) * quota) / minute)
      const isTaken = refilled >= 1
      const left = isTaken ? refilled - 1 : refilled
      buckets.set(name, { tokens: left, at: now })
      const secondsFor = (count: number) => Math.ceil((count * 60) / quota)
      return {
        isTaken,
        remaining: Math.floor(left),
        fullInSeconds: secondsFor(quota - left),
        nextInSeconds: Math.max(1, secondsFor(1 - left)),
      }
    },
    size: () => buckets.size,
  }
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>
