import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { useEffect, useState } from 'react'
import { currentLevels, elapsedSeconds } from './recorder-store.ts'

/** The recorded time, as a clock. */
export function ElapsedTime({ className }: { className: string }) {
  const { t } = useTranslation('recorder')
  return (
    <time role="timer" aria-label={t('live.elapsed')} className={className}>
      {formatClock(useElapsed())}
    </time>
  )
}

/** Polls `read` and returns its latest value. */
function useTicking<Value>(read: () => Value, everyMs: number): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const timer = setInterval(() => setValue(read()), everyMs)
    return () => clearInterval(timer)
  }, [read, everyMs])
  return value
}

/** Seconds recorded so far, excluding pauses. */
const useElapsed = (): number => useTicking(elapsedSeconds, 200)

export const useLevels = () => useTicking(currentLevels, 80)
