import { randomUUID } from 'node:crypto'
import type { Signals } from '../core/signals.ts'
import { minute, type Clock } from '../core/time.ts'

/** What a bucket answers: whether one was taken, and what is left in it. */
export type Taken = {
  isTaken: boolean
  remaining: number
  /** Seconds until it is full again, and until the next one can be taken. */
  fullInSeconds: number
  nextInSeconds: number
}

type Bucket = {
  tokens: number
  at: number
  /** What was taken here and the other processes do not know of, and since when. */
  untold: number
  untoldSince: number
}

/** Choice: of a quota, so much may be taken in each process without the others knowing. */
const untoldShare = 1 / 20

/**
 * Token buckets in memory: each holds `quota` and refills evenly within a minute. Our own, because
 * @fastify/rate-limit counts fixed windows, by a clock that tests cannot move, and sends the headers
 * of an older draft.
 * @param signals by which processes that answer the same callers tell each other what was taken
 */
export function createTokenBuckets(clock: Clock, signals: Signals | null = null) {
  const buckets = new Map<string, Bucket>()
  const from = randomUUID()
  let told = 0
  let sweptAt = 0
  const sweep = (now: number): void => {
    if (now - sweptAt < minute) return
    sweptAt = now
    // Untouched for a minute it is full, and a full one is the same as none: memory stays bounded.
    for (const [name, { at }] of buckets) if (now - at >= minute) buckets.delete(name)
  }
  const refill = (name: string, quota: number): Bucket => {
    const now = clock.now().getTime()
    sweep(now)
    const bucket = buckets.get(name) ?? { tokens: quota, at: now, untold: 0, untoldSince: now }
    buckets.set(name, bucket)
    // A clock that was set back gives nothing and takes nothing.
    const gained = (Math.max(0, now - bucket.at) * quota) / minute
    return Object.assign(bucket, { tokens: Math.min(quota, bucket.tokens + gained), at: now })
  }
  const tell = (bucket: Bucket, name: string, quota: number): void => {
    if (bucket.at - bucket.untoldSince >= minute) {
      Object.assign(bucket, { untold: 0, untoldSince: bucket.at })
    }
    bucket.untold += 1
    if (!signals || bucket.untold < quota * untoldShare) return
    told += 1
    void signals.emit('rates.taken', { from, number: told, name, quota, count: bucket.untold })
    Object.assign(bucket, { untold: 0, untoldSince: bucket.at })
  }
  signals?.on('rates.taken', ({ from: sender, name, quota, count }) => {
    if (sender === from) return
    const bucket = refill(name, quota)
    bucket.tokens = Math.max(0, bucket.tokens - count)
  })
  return {
    take: (name: string, quota: number): Taken => {
      const bucket = refill(name, quota)
      const isTaken = bucket.tokens >= 1
      if (isTaken) {
        bucket.tokens -= 1
        tell(bucket, name, quota)
      }
      const left = bucket.tokens
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
