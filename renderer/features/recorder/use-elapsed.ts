import { useEffect, useState } from 'react'
import { currentLevels, elapsedSeconds } from './recorder-store.ts'

/** What `read` tells, looked at again every so often. */
function useTicking<Value>(read: () => Value, everyMs: number): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setValue(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return value
}

/** Seconds that were recorded so far, pauses left out. */
export const useElapsed = (): number => useTicking(elapsedSeconds, 200)

export const useLevels = () => useTicking(currentLevels, 80)
