export type Stopwatch = {
  /** Elapsed seconds, excluding pauses. */
  seconds: () => number
  pause: () => void
  resume: () => void
}

/** Starts immediately. `now` is in seconds and never goes backwards. */
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

/** In seconds. A shorter gap only means that the machine is busy. */
const shortestSleep = 5

type Clocks = {
  /** Wall-clock time in seconds, which passes while a computer sleeps; other clocks may stop. */
  day: () => number
  /** Seconds of sound recorded so far. */
  sound: () => number
}

/** The time missed, and the sound recorded since the previous check. */
type Slept = { missedSeconds: number; soundSince: number }

/**
 * Detects that the computer slept during a recording: time has passed, but no sound. Call it
 * regularly; returns null if nothing was missed since the previous call.
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
