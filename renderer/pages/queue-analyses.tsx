import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { AnalysisOverview } from 'earshot/client'
import { useCancelAnalysis } from '../features/analyses/queries.ts'
import type { InsightsItem } from '../features/insights/queries.ts'
import { Names } from '../features/content/queue-row.tsx'
import { announce } from '../ui/announcer.ts'
import { promptName } from '../ui/own-words.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { shownName } from '../ui/shown-name.ts'
import styles from '../features/content/queue.module.css'

// Insights take only seconds, so there is no way to cancel them and no need for one.

/** A queued or running analysis. */
export function AnalysisRow({ item, project }: { item: AnalysisOverview; project: string }) {
  const { t } = useTranslation('content')
  const { status, progress } = item
  const name = shownName(item)
  const prompt = promptName(item.prompt_name)
  const cancel = useCancelAnalysis()
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
        {cancel.error ? (
          <p role="alert" className={styles['cause']}>
            {asFailure(cancel.error).message}
          </p>
        ) : null}
      </div>
      <ActionIcon
        variant="default"
        aria-label={t('queue.cancelAnalysis', { prompt, name })}
        title={t('work.cancel')}
        loading={cancel.isPending}
        onClick={() =>
          cancel.mutate(item.id, { onSuccess: () => announce(t('queue.analysisCancelled')) })
        }
      >
        <X size={15} />
      </ActionIcon>
    </li>
  )
}

/** Queued or running insights. */
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
