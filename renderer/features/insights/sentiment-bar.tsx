import { countOf } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import styles from './sentiment-bar.module.css'

type Counts = Insights['result']['sentiment_distribution']

const moods = [
  { key: 'positive', label: 'Positive' },
  { key: 'neutral', label: 'Neutral' },
  { key: 'negative', label: 'Negative' },
] as const

/** How many recordings have which tone: a bar for the eye, the same in words below it. */
export function SentimentBar({ counts }: { counts: Counts }) {
  const all = counts.positive + counts.neutral + counts.negative
  if (all === 0) return <p className={styles['none']}>No recording’s tone was judged.</p>
  return (
    <>
      <div className={styles['bar']} aria-hidden="true">
        {moods.map(({ key }) =>
          counts[key] > 0 ? (
            <span key={key} className={styles[key]} style={{ flexGrow: counts[key] }} />
          ) : null,
        )}
      </div>
      <ul className={styles['legend']}>
        {moods.map(({ key, label }) => (
          <li key={key}>
            <span className={`${styles['dot']} ${styles[key]}`} aria-hidden="true" />
            {label}: {countOf(counts[key], 'recording')} ({Math.round((100 * counts[key]) / all)} %)
          </li>
        ))}
      </ul>
    </>
  )
}
