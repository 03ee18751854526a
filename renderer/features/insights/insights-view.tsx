import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime } from '../../ui/format.ts'
import { ComparisonView } from './comparison-view.tsx'
import { digestWords, recommendationWords } from './digest-words.ts'
import { EvidenceLinks } from './evidence-links.tsx'
import {
  cameUpOverTime,
  speechOverTime,
  talkShares,
  themesNowAndBefore,
  toneOverTime,
} from './plot-data.ts'
import { Plot } from './plot.tsx'
import type { Evidence, Insights } from './queries.ts'
import { SentimentBar } from './sentiment-bar.tsx'
import { ThemeList } from './theme-list.tsx'
import styles from './insights-view.module.css'

type Props = { insights: Insights }

/** One set of insights: the summary, recommendations, then the evidence behind them. */
export function InsightsView({ insights }: Props) {
  const { t } = useTranslation('insights')
  const { result, project_id: projectId } = insights
  return (
    <>
      <p className={styles['facts']}>
        {t('facts', {
          recordings: t('recordings', { count: insights.content_analyzed }),
          from: formatDate(insights.period_start),
          to: formatDate(insights.period_end),
          made: formatDateTime(insights.completed_at),
        })}
      </p>
      {result.digest.length > 0 ? (
        <Section title={t('inShort')}>
          <p className={styles['digest']}>{result.digest.map(digestWords).join(' ')}</p>
        </Section>
      ) : null}
      <Section title={t('recommendations.title')}>
        <List none={t('recommendations.none')}>
          {result.recommendations.map((text) => (
            <li key={text}>{recommendationWords(text)}</li>
          ))}
        </List>
      </Section>
      <Section title={t('themes.title')}>
        {result.key_themes.length > 0 ? (
          <>
            <Plot data={themesNowAndBefore(result.key_themes)} />
            <ThemeList themes={result.key_themes} projectId={projectId} />
          </>
        ) : (
          <p className={styles['none']}>{t('themes.none')}</p>
        )}
      </Section>
      <Section title={t('tone.title')}>
        <div className={styles['beside']}>
          <Plot data={toneOverTime(result.series)} />
          <SentimentBar counts={result.sentiment_distribution} />
        </div>
      </Section>
      <Section title={t('trends.title')}>
        <div className={styles['beside']}>
          <Plot data={cameUpOverTime(result.series)} />
          <Plot data={speechOverTime(result.series)} />
        </div>
      </Section>
      <Section title={t('talk.title')}>
        <TalkShares talk={result.talk} />
      </Section>
      <Lists insights={insights} />
      {result.comparison ? (
        <Section title={t('comparison.title')}>
          <ComparisonView
            label={t('comparison.label')}
            comparison={result.comparison}
            totals={result.totals}
          />
        </Section>
      ) : null}
    </>
  )
}

function Lists({ insights: { result, project_id: projectId } }: Props) {
  const { t } = useTranslation('insights')
  const entry = (text: string, { recordings, evidence }: Sources, note = '') => (
    <li key={text}>
      {text} {note ? <span className={styles['facts']}>{note}</span> : null}
      <EvidenceLinks projectId={projectId} evidence={evidence} total={recordings} />
    </li>
  )
  return (
    <>
      <Section title={t('items.title')}>
        <p className={styles['tick']}>
          <ListChecks size={15} aria-hidden="true" />{' '}
          <Link to="/projects/$projectId/actions" params={{ projectId }}>
            {t('items.tick')}
          </Link>
        </p>
        <List none={t('items.none')}>
          {result.action_items.map((item, at) => entry(result.top_action_items[at] ?? '', item))}
        </List>
      </Section>
      <Section title={t('objections.title')}>
        <List none={t('objections.none')}>
          {result.objections.map((item) => {
            const { open_recordings: count } = item
            return entry(item.text, item, count > 0 ? t('objections.open', { count }) : '')
          })}
        </List>
      </Section>
      <Section title={t('questions.title')}>
        <List none={t('questions.none')}>
          {result.questions.map((item) => entry(item.text, item))}
        </List>
      </Section>
    </>
  )
}

type Sources = { recordings: number; evidence: readonly Evidence[] }

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles['part']}>
    <h2>{title}</h2>
    {children}
  </section>
)

const List = ({ none, children }: { none: string; children: ReactNode[] }) =>
  children.length > 0 ? (
    <ul className={styles['list']}>{children}</ul>
  ) : (
    <p className={styles['none']}>{none}</p>
  )

/** How much each named speaker talked. */
function TalkShares({ talk }: { talk: Insights['result']['talk'] }) {
  const { t } = useTranslation('insights')
  if (talk.length === 0) return <p className={styles['none']}>{t('talk.none')}</p>
  if (talk.every(({ speaker }) => speaker === null)) {
    return <p className={styles['none']}>{t('talk.noNames')}</p>
  }
  return <Plot data={talkShares(talk)} />
}
