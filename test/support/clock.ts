import type { Clock } from '../../service/core/time.ts'

export type FakeClock = Clock & {
  /** Sets the wall clock, as a person or a time server does; nothing has passed. */
  jump: (ms: number) => void
  /** Moves time on and fires, in order, whatever comes due on the way. */
  advance: (ms: number) => void
}

/** Time that stands still until a test moves it. */
export function createFakeClock(start = new Date('2026-11-21T09:00:00.000Z')): FakeClock {
  let now = start.getTime()
  let jumped = 0
  let timers: { at: number; fn: () => void }[] = []
  return {
    now: () => new Date(now + jumped),
    elapsed: () => now - start.getTime(),
    jump: (ms) => {
      jumped += ms
    },
    at: (at, fn) => {
      const timer = { at: at.getTime() - jumped, fn }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance: (ms) => {
      const end = now + ms
      for (;;) {
        const next = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers = timers.filter((other) => other !== next)
        now = Math.max(now, next.at)
        next.fn()
      }
      now = end
    },
  }
}
