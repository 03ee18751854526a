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

/** Shorter than this, a machine is only busy. In seconds. */
const shortestSleep = 5

type Clocks = {
  /** Wall-clock time in seconds, which passes while a computer sleeps; other clocks may stop. */
  day: () => number
  /** Seconds of sound recorded so far. */
  sound: () => number
}

/** What was missed, and how much sound has passed since it was looked for the last time. */
type Slept = { missedSeconds: number; soundSince: number }

/**
 * Finds out that a recording slept with its computer: time has passed, and no sound has. To be asked
 * again and again; null where nothing was missed since.
 */
export function watchSleep({ day, sound }: Clocks): () => Slept | null {
  let last = { day: day(), sound: sound() }
  return () => {
    const now = { day: day(), sound: sound() }
    const soundSince = now.sound - last.sound
    const missedSeconds = now.day - last.day - soundSince
    last = now
    return missedSeconds > shortestSleep ? { missedSeconds, soundSince } : null
  }
}
