/** A time limit for preemptible work; its clock stops while the work is paused. */
import { preemption } from './preemption.ts'

export type WorkingTimer = { restart: () => void; stop: () => void }

/**
 * Calls `onEnd` once the work has run for `ms` since the last `restart`; `stop`
 * cancels it for good.
 */
export function workingTimer(onEnd: () => void, ms: number): WorkingTimer {
  let left: number | undefined
  let startedAt = 0
  let isPaused = false
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    left = undefined
    onEnd()
  }
  const arm = (): void => {
    clearTimeout(timer)
    if (isPaused || left === undefined) return
    startedAt = performance.now()
    timer = setTimeout(end, left)
  }
  const leave = preemption.join({
    pause: () => {
      clearTimeout(timer)
      if (left !== undefined) left = Math.max(0, left - (performance.now() - startedAt))
      isPaused = true
    },
    resume: () => {
      isPaused = false
      arm()
    },
  })
  return {
    restart: () => {
      left = ms
      arm()
    },
    stop: () => {
      left = undefined
      clearTimeout(timer)
      leave()
    },
  }
}
