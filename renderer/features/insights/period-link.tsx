import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { calendarDay } from '../../ui/format.ts'
import { daysOf, lastMomentOf } from './statements.ts'

type Props = { projectId: string; period: { period_start: string; period_end: string } }

/** To the recordings of those days. */
export function PeriodLink({ projectId, period }: Props) {
  const { t } = useTranslation('insights')
  const search = {
    from: calendarDay(new Date(period.period_start)),
    to: calendarDay(new Date(lastMomentOf(period))),
  }
  return (
    <p>
      <Link to="/projects/$projectId" params={{ projectId }} search={search}>
        {t('recordingsOf', { days: daysOf(period) })}
      </Link>
    </p>
  )
}
