/** The only source of time in the service; tests pass one that they advance by hand. */
export type Clock = {
  now: () => Date
  /** Milliseconds since some moment, which no change of the wall clock moves. */
  elapsed: () => number
  /**
   * Calls `fn` once at or after `at`; call the result to cancel. A clock jump or sleep can only
   * delay it.
   */
  at: (at: Date, fn: () => void) => () => void
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Longest real timer, so the due time is rechecked this soon after sleep or a clock change. */
const longestTimerMs = 30 * second

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  at: (at, fn) => {
    let timer: NodeJS.Timeout
    const arm = () => {
      const left = at.getTime() - Date.now()
      if (left <= 0) timer = setTimeout(fn, 0)
      else
        timer = setTimeout(
          () => (Date.now() >= at.getTime() ? fn() : arm()),
          Math.min(left, longestTimerMs),
        )
      timer.unref()
    }
    arm()
    return () => clearTimeout(timer)
  },
}

export const plusMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms)

/** Spec: General conventions 6, timestamps are ISO 8601 UTC strings. */
export const toIso = (time: Date): string => time.toISOString()
export const toIsoOrNull = (time: Date | null): string | null => (time ? time.toISOString() : null)

/** The day in UTC: YYYY-MM-DD. */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10)
