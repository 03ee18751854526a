import { useEffect, useEffectEvent } from 'react'

/** Late enough to take nothing from the screen that is being opened, early enough for the next click. */
const laterMs = 1_500

/** Fetches code that the next step needs, when there is time. */
export function useLoadLater(load: () => Promise<unknown>): void {
  const start = useEffectEvent(load)
  useEffect(() => {
    const timer = setTimeout(() => {
      // Where it fails, the step itself tries again.
      start().catch(() => {})
    }, laterMs)
    return () => clearTimeout(timer)
  }, [])
}
