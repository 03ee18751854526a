import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import styles from './sentiment-bar.module.css'

type Counts = Insights['result']['sentiment_distribution']

const moods = ['positive', 'neutral', 'negative'] as const

/** How many recordings have each tone: a bar, with the same numbers in words below it. */
export function SentimentBar({ counts }: { counts: Counts }) {
  const { t } = useTranslation('insights')
  const all = counts.positive + counts.neutral + counts.negative
  if (all === 0) return <p className={styles['none']}>{t('tone.none')}</p>
  return (
    <div>
      <div className={styles['bar']} aria-hidden="true">
        {moods.map((mood) =>
          counts[mood] > 0 ? (
            <span key={mood} className={styles[mood]} style={{ flexGrow: counts[mood] }} />
          ) : null,
        )}
      </div>
      <ul className={styles['legend']}>
        {moods.map((mood) => (
          <li key={mood}>
            <span className={`${styles['dot']} ${styles[mood]}`} aria-hidden="true" />
            {t('tone.share', {
              mood: t(`tone.${mood}`),
              recordings: t('recordings', { count: counts[mood] }),
              share: formatPercent(counts[mood] / all),
            })}
          </li>
        ))}
      </ul>
    </div>
  )
}
