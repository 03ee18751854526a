import { second, type Clock } from '../../core/time.ts'

/** What was done longer ago than this counts for little: machines get busy and free again. */
const memorySeconds = 60
/** Below, a speed is chance. */
const fewestSeconds = 3
const smallestShare = 0.005

export type Pace = {
  /** How much of the whole is done now, 0 to 1. */
  note: (fraction: number) => void
  /** What comes next was done by an earlier run: a jump that says nothing of the speed. */
  skip: () => void
  /** Whether any of it was done by an earlier run. */
  isResumed: () => boolean
  /** Null until it can be told. */
  remainingSeconds: () => number | null
}

/** Tells how long work will still take from how fast it went lately. */
export function createPace(clock: Clock): Pace {
  const now = () => clock.now().getTime() / second
  let last = { at: now(), fraction: 0 }
  let [seconds, share] = [0, 0]
  let isJump = false
  let isResumed = false
  return {
    note: (fraction) => {
      const at = now()
      const passed = at - last.at
      if (isJump) {
        isJump = false
        last = { at, fraction }
      } else if (passed > 0 && fraction > last.fraction) {
        const kept = Math.exp(-passed / memorySeconds)
        seconds = seconds * kept + passed
        share = share * kept + fraction - last.fraction
        last = { at, fraction }
      }
    },
    skip: () => {
      isJump = true
      isResumed = true
    },
    isResumed: () => isResumed,
    remainingSeconds: () => {
      if (seconds < fewestSeconds || share < smallestShare) return null
      return Math.max(0, Math.round((1 - last.fraction) * (seconds / share)))
    },
  }
}
