/** A time limit of work that gives way: while it has to stand still, the time stands still, too. */
import { giveWay } from './give-way.ts'

export type WorkingTimer = { restart: () => void; stop: () => void }

/** Calls `onEnd` once, `ms` of running after the latest `restart`; `stop` ends it for good. */
export function workingTimer(onEnd: () => void, ms: number): WorkingTimer {
  let left: number | undefined
  let startedAt = 0
  let isHeld = false
  let timer: NodeJS.Timeout | undefined
  const end = (): void => {
    left = undefined
    onEnd()
  }
  const arm = (): void => {
    clearTimeout(timer)
    if (isHeld || left === undefined) return
    startedAt = performance.now()
    timer = setTimeout(end, left)
  }
  const leave = giveWay.join({
    hold: () => {
      clearTimeout(timer)
      if (left !== undefined) left = Math.max(0, left - (performance.now() - startedAt))
      isHeld = true
    },
    go: () => {
      isHeld = false
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
