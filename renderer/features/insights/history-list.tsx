import { Badge, type Tone } from '../../ui/badge.tsx'
import { countOf, formatDateTime } from '../../ui/format.ts'
import { ComparisonView } from './comparison-view.tsx'
import type { InsightsItem } from './queries.ts'
import styles from './history-list.module.css'

const states: Record<InsightsItem['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'quiet', label: 'In line' },
  processing: { tone: 'busy', label: 'In work' },
  completed: { tone: 'ok', label: 'Ready' },
  failed: { tone: 'bad', label: 'Failed' },
}

/** What was generated before, newest first; each can be compared with the one before it. */
export function HistoryList({ items }: { items: readonly InsightsItem[] }) {
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.id}>
          {item.result?.comparison ? (
            <details>
              <summary>
                <Line item={item} /> <span className={styles['compare']}>Compare</span>
              </summary>
              <ComparisonView comparison={item.result.comparison} totals={item.result.totals} />
            </details>
          ) : (
            <Line item={item} />
          )}
        </li>
      ))}
    </ul>
  )
}

const Line = ({ item }: { item: InsightsItem }) => (
  <span className={styles['line']}>
    <Badge tone={states[item.status].tone}>{states[item.status].label}</Badge>
    <span>{formatDateTime(item.created_at)}</span>
    <span className={styles['rest']}>{restOf(item)}</span>
  </span>
)

function restOf(item: InsightsItem): string {
  const parts = [countOf(item.lookback_days, 'day')]
  if (item.content_analyzed !== null) parts.push(countOf(item.content_analyzed, 'recording'))
  if (item.removed_recordings > 0) parts.push(`${item.removed_recordings} deleted since`)
  return `${parts.join(', ')}${item.error ? `: ${item.error.message}` : ''}`
}
