import { useTranslation } from 'react-i18next'
import { failureWords } from '../../api/failure.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { InsightsItem } from './queries.ts'
import styles from './history-list.module.css'

const tones: Record<InsightsItem['status'], Tone> = {
  queued: 'quiet',
  processing: 'busy',
  completed: 'ok',
  failed: 'bad',
}

/** All insights that were made, newest first. */
export function HistoryList({ items }: { items: readonly InsightsItem[] }) {
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.id}>
          <Line item={item} />
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
