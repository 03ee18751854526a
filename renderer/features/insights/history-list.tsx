import { Badge, type Tone } from '../../ui/badge.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'
import type { InsightsItem } from './queries.ts'
import styles from './history-list.module.css'

const states: Record<InsightsItem['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'quiet', label: 'In line' },
  processing: { tone: 'busy', label: 'In work' },
  completed: { tone: 'ok', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** What was generated before, newest first. */
export function HistoryList({ items }: { items: readonly InsightsItem[] }) {
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.id}>
          <Badge tone={states[item.status].tone}>{states[item.status].label}</Badge>
          <span>{formatDateTime(item.created_at)}</span>
          <span className={styles['rest']}>
            {countOf(item.lookback_days, 'day')}
            {item.content_analyzed === null
              ? ''
              : `, ${countOf(item.content_analyzed, 'recording')}`}
            {item.error ? `: ${item.error.message}` : ''}
          </span>
        </li>
      ))}
    </ul>
  )
}
