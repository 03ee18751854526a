import type { ReactNode } from 'react'
import { countOf, formatDate, formatDateTime } from '../../ui/format.ts'
import type { Insights } from './queries.ts'
import { RecordingLinks, type Recordings } from './recording-links.tsx'
import { SentimentBar } from './sentiment-bar.tsx'
import { ThemeList } from './theme-list.tsx'
import styles from './insights-view.module.css'

type Props = { insights: Insights; recordings: Recordings }

/** One result: what to do about it first, then what it follows from. */
export function InsightsView({ insights, recordings }: Props) {
  const { result } = insights
  return (
    <>
      <p className={styles['facts']}>
        {countOf(insights.content_analyzed, 'recording')} from {formatDate(insights.period_start)}{' '}
        to {formatDate(insights.period_end)}, generated {formatDateTime(insights.completed_at)}
      </p>
      <Part title="Recommendations" none="The numbers give no reason for one.">
        {result.recommendations.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Part>
      <section className={styles['part']}>
        <h2>Themes</h2>
        {result.key_themes.length > 0 ? (
          <ThemeList themes={result.key_themes} recordings={recordings} />
        ) : (
          <p className={styles['none']}>No theme was found in this period.</p>
        )}
      </section>
      <section className={styles['part']}>
        <h2>Tone</h2>
        <SentimentBar counts={result.sentiment_distribution} />
      </section>
      <Part title="Action items" none="Nothing was promised in this period.">
        {result.action_items.map(({ content_ids: ids, recordings: total }, index) => (
          <li key={index}>
            {result.top_action_items[index]}
            <RecordingLinks recordings={recordings} ids={ids} total={total} />
          </li>
        ))}
      </Part>
    </>
  )
}

function Part(props: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className={styles['part']}>
      <h2>{props.title}</h2>
      {props.children.length > 0 ? (
        <ul className={styles['list']}>{props.children}</ul>
      ) : (
        <p className={styles['none']}>{props.none}</p>
      )}
    </section>
  )
}
