import { second, type Clock } from '../../core/time.ts'

/** Time constant of the moving average: the load of a machine changes. */
const memorySeconds = 60
/** Below these, the measured speed is noise. */
const fewestSeconds = 3
const smallestShare = 0.005

export type RemainingTime = {
  /** Share of the work done so far, 0 to 1. */
  note: (fraction: number) => void
  /** The next step was done by an earlier run, so it says nothing about the speed. */
  skip: () => void
  /** Whether an earlier run did part of the work. */
  isResumed: () => boolean
  /** Null while there is too little data for an estimate. */
  seconds: () => number | null
}

/** Estimates the remaining time from the recent speed. */
export function trackRemainingTime(clock: Clock): RemainingTime {
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
    seconds: () => {
      if (seconds < fewestSeconds || share < smallestShare) return null
      return Math.max(0, Math.round((1 - last.fraction) * (seconds / share)))
    },
  }
}
