import type { ReactNode } from 'react'
import { countOf, formatDate, formatDateTime } from '../../ui/format.ts'
import { EvidenceLinks } from './evidence-links.tsx'
import type { Evidence, Insights } from './queries.ts'
import { SentimentBar } from './sentiment-bar.tsx'
import { ThemeList } from './theme-list.tsx'
import { TrendPlots } from './trend-plots.tsx'
import styles from './insights-view.module.css'

type Props = { insights: Insights }

/** One result: the whole in short, what to do about it, then what it follows from. */
export function InsightsView({ insights }: Props) {
  const { result, project_id: projectId } = insights
  return (
    <>
      <p className={styles['facts']}>
        {countOf(insights.content_analyzed, 'recording')} from {formatDate(insights.period_start)}{' '}
        to {formatDate(insights.period_end)}, generated {formatDateTime(insights.completed_at)}
      </p>
      {result.digest.length > 0 ? (
        <section className={styles['part']}>
          <h2>In short</h2>
          <p className={styles['digest']}>{result.digest.map(({ text }) => text).join(' ')}</p>
        </section>
      ) : null}
      <Part title="Recommendations" none="The numbers give no reason for one.">
        {result.recommendations.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Part>
      <section className={styles['part']}>
        <h2>Trends</h2>
        <TrendPlots series={result.series} />
      </section>
      <section className={styles['part']}>
        <h2>Themes</h2>
        {result.key_themes.length > 0 ? (
          <ThemeList themes={result.key_themes} projectId={projectId} />
        ) : (
          <p className={styles['none']}>No theme was found in this period.</p>
        )}
      </section>
      <section className={styles['part']}>
        <h2>Tone</h2>
        <SentimentBar counts={result.sentiment_distribution} />
      </section>
      <Lists insights={insights} />
    </>
  )
}

function Lists({ insights: { result, project_id: projectId } }: Props) {
  const entry = (text: string, { recordings, evidence }: Sources, note = '') => (
    <li key={text}>
      {text} {note ? <span className={styles['facts']}>{note}</span> : null}
      <EvidenceLinks projectId={projectId} evidence={evidence} total={recordings} />
    </li>
  )
  return (
    <>
      <Part title="Action items" none="Nothing was promised in this period.">
        {result.action_items.map((item, at) => entry(result.top_action_items[at] ?? '', item))}
      </Part>
      <Part title="Objections" none="Nobody objected, as far as the analyses tell.">
        {result.objections.map((item) => entry(item.text, item, noteOn(item.open_recordings)))}
      </Part>
      <Part title="Questions" none="No question is listed in the analyses.">
        {result.questions.map((item) => entry(item.text, item))}
      </Part>
    </>
  )
}

type Sources = { recordings: number; evidence: readonly Evidence[] }

const noteOn = (open: number): string =>
  open > 0 ? `without response in ${countOf(open, 'recording')}` : ''

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
