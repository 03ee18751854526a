import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { AnalysisOverview } from '../features/analyses/queries.ts'
import type { InsightsItem } from '../features/insights/queries.ts'
import { Names } from '../features/content/queue-row.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import styles from '../features/content/queue.module.css'

// The service has no way to end either; an analysis takes minutes, insights seconds.

/** An analysis that waits or is being written. */
export function AnalysisRow({ item, project }: { item: AnalysisOverview; project: string }) {
  const { t } = useTranslation('content')
  const { filename: name, prompt_name: prompt, status, progress } = item
  const percent = progress ? `, ${Math.round(progress * 100)} %` : ''
  return (
    <li className={styles['row']}>
      <Names item={{ ...item, id: item.content_id }} project={project} />
      <div className={styles['state']}>
        <p>
          {t('queue.analysisOf', { prompt })} · {workOf(status, t)}
          {percent}
        </p>
        {status === 'processing' ? (
          <ProgressBar label={t('queue.analysis', { prompt, name })} share={progress ?? 0} />
        ) : null}
      </div>
    </li>
  )
}

/** Insights that wait or are being counted. */
export function InsightsRow({ item, project }: { item: InsightsItem; project: string }) {
  const { t } = useTranslation('content')
  return (
    <li className={styles['row']}>
      <div className={styles['names']}>
        <Link
          to="/projects/$projectId/insights"
          params={{ projectId: item.project_id }}
          className={styles['name']}
        >
          {t('queue.insightsOf', { name: project })}
        </Link>
      </div>
      <p className={styles['state']}>
        {t('queue.insightsDays', { count: item.lookback_days })} · {workOf(item.status, t)}
      </p>
    </li>
  )
}

type T = ReturnType<typeof useTranslation<'content'>>['t']

const workOf = (status: InsightsItem['status'], t: T): string =>
  t(status === 'processing' ? 'queue.atWork' : 'queue.waits')
