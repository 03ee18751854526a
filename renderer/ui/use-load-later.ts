import { useEffect, useEffectEvent } from 'react'

/** Late enough not to slow down the current screen, early enough for the next click. */
const laterMs = 1_500

/** Prefetches code for the next step when idle. */
export function useLoadLater(load: () => Promise<unknown>): void {
  const start = useEffectEvent(load)
  useEffect(() => {
    const timer = setTimeout(() => {
      // If this fails, the step itself tries again.
      start().catch(() => {})
    }, laterMs)
    return () => clearTimeout(timer)
  }, [])
}
