export type Stopwatch = {
  /** Seconds that ran, without those of pauses. */
  seconds: () => number
  pause: () => void
  resume: () => void
}

/** Runs from now on. `now` is in seconds and never goes back. */
export function startStopwatch(now: () => number): Stopwatch {
  let before = 0
  let since: number | null = now()
  const ran = () => before + (since === null ? 0 : now() - since)
  return {
    seconds: ran,
    pause: () => {
      before = ran()
      since = null
    },
    resume: () => {
      since ??= now()
    },
  }
}
