import { useTranslation } from 'react-i18next'
import { failureWords } from '../../api/failure.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { ComparisonView } from './comparison-view.tsx'
import type { InsightsItem } from './queries.ts'
import styles from './history-list.module.css'

const tones: Record<InsightsItem['status'], Tone> = {
  queued: 'quiet',
  processing: 'busy',
  completed: 'ok',
  failed: 'bad',
}

/** Earlier insights, newest first; each can be compared with the one before it. */
export function HistoryList({ items }: { items: readonly InsightsItem[] }) {
  const { t } = useTranslation('insights')
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.id}>
          {item.result?.comparison ? (
            <details>
              <summary>
                <Line item={item} />{' '}
                <span className={styles['compare']}>{t('history.compare')}</span>
              </summary>
              <ComparisonView
                label={t('comparison.labelOf', { date: formatDateTime(item.created_at) })}
                comparison={item.result.comparison}
                totals={item.result.totals}
              />
            </details>
          ) : (
            <Line item={item} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ item }: { item: InsightsItem }) {
  const { t } = useTranslation('insights')
  const { content_analyzed: read, removed_recordings: removed, lookback_days: days } = item
  const parts = [
    t('days', { count: days }),
    ...(read === null ? [] : [t('recordings', { count: read })]),
    ...(removed > 0 ? [t('history.removed', { count: removed })] : []),
  ]
  return (
    <span className={styles['line']}>
      <Badge tone={tones[item.status]}>{t(`history.states.${item.status}`)}</Badge>
      <span>{formatDateTime(item.created_at)}</span>
      <span className={styles['rest']}>
        {parts.join(', ')}
        {item.error ? `: ${failureWords(item.error)}` : ''}
      </span>
    </span>
  )
}
