import { useTranslation } from 'react-i18next'
import { formatClock } from '../../ui/format.ts'
import { useElapsed } from './use-elapsed.ts'

/** The recorded time, as a clock. */
export function ElapsedTime({ className }: { className: string }) {
  const { t } = useTranslation('recorder')
  return (
    <time role="timer" aria-label={t('live.elapsed')} className={className}>
      {formatClock(useElapsed())}
    </time>
  )
}
