import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { speakerName } from '../../ui/own-words.ts'
import { ChangesView } from './changes-view.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { cameUpOverTime, speechOverTime, talkShares, toneOverTime } from './plot-data.ts'
import { PeriodLink } from './period-link.tsx'
import { Plot } from './plot.tsx'
import type { Evidence, Insights } from './queries.ts'
import { SentimentBar } from './sentiment-bar.tsx'
import { sharedThemes, type Shown } from './statements.ts'
import { ThemeList } from './theme-list.tsx'
import styles from './insights-detail.module.css'

type Props = { shown: Shown; insights: Insights; onShow: (shown: Shown) => void }

/** What a figure stands for: its course, its entries, and the moments that they come from. */
export function InsightsDetail({ shown, insights, onShow }: Props) {
  const { result } = insights
  switch (shown.detail) {
    case 'time':
      return (
        <>
          <div className={styles['beside']}>
            <Plot data={cameUpOverTime(result.series)} />
            <Plot data={speechOverTime(result.series)} />
          </div>
          <PeriodLink projectId={insights.project_id} period={insights} />
        </>
      )
    case 'talk':
      return (
        <>
          <TalkShares talk={result.talk} />
          <PeriodLink projectId={insights.project_id} period={insights} />
        </>
      )
    case 'themes':
      return <Themes insights={insights} theme={shown.theme} />
    case 'tasks':
      return <Tasks insights={insights} />
    case 'objections':
      return <Objections insights={insights} />
    case 'questions':
      return <Questions insights={insights} />
    case 'tone':
      return <Tone insights={insights} />
    case 'changes':
      return result.before ? (
        <ChangesView before={result.before} insights={insights} onShow={onShow} />
      ) : null
  }
}

type One = { insights: Insights }

/** What comes up in several recordings; what only one names is folded away below it. */
function Themes({ insights, theme: only }: One & { theme: string | undefined }) {
  const { t } = useTranslation('insights')
  const { result, project_id: projectId } = insights
  if (only !== undefined) {
    const themes = result.key_themes.filter(({ theme }) => theme === only)
    return <ThemeList themes={themes} projectId={projectId} />
  }
  if (result.key_themes.length === 0) return <p className={styles['none']}>{t('themes.none')}</p>
  const shared = sharedThemes(result)
  const once = result.key_themes.filter((one) => !shared.includes(one))
  if (shared.length === 0) {
    return (
      <>
        <p className={styles['none']}>{t('themes.noneShared')}</p>
        <ThemeList themes={once} projectId={projectId} />
      </>
    )
  }
  return (
    <>
      <ThemeList themes={shared} projectId={projectId} />
      {once.length > 0 ? (
        <details className={styles['once']}>
          <summary>{t('themes.once', { count: once.length })}</summary>
          <ThemeList themes={once} projectId={projectId} />
        </details>
      ) : null}
    </>
  )
}

function Tasks({ insights: { result, project_id: projectId } }: One) {
  const { t } = useTranslation('insights')
  return (
    <>
      <p className={styles['all']}>
        <ListChecks size={15} aria-hidden="true" />{' '}
        <Link to="/projects/$projectId/actions" params={{ projectId }}>
          {t('items.tick')}
        </Link>
      </p>
      <Entries none={t('items.none')}>
        {result.action_items.map((item) => {
          const { text, owner, due } = item
          const parts = [owner && speakerName(owner), due && t('actions.due', { due })]
          return (
            <Entry
              key={`${text} ${owner ?? ''}`}
              text={text}
              note={parts.filter(Boolean).join(', ')}
              projectId={projectId}
              sources={item}
            />
          )
        })}
      </Entries>
    </>
  )
}

function Objections({ insights: { result, project_id: projectId } }: One) {
  const { t } = useTranslation('insights')
  return (
    <Entries none={t('objections.none')}>
      {result.objections.map((item) => {
        const { text, open_recordings: count } = item
        const note = count > 0 ? t('objections.open', { count }) : ''
        return <Entry key={text} text={text} note={note} projectId={projectId} sources={item} />
      })}
    </Entries>
  )
}

function Questions({ insights: { result, project_id: projectId } }: One) {
  const { t } = useTranslation('insights')
  return (
    <Entries none={t('questions.none')}>
      {result.questions.map((item) => (
        <Entry key={item.text} text={item.text} note="" projectId={projectId} sources={item} />
      ))}
    </Entries>
  )
}

function Tone({ insights: { result, project_id: projectId } }: One) {
  const { t } = useTranslation('insights')
  return (
    <>
      <div className={styles['beside']}>
        <Plot data={toneOverTime(result.series)} />
        <SentimentBar counts={result.sentiment_distribution} />
      </div>
      <Entries none={t('tone.none')}>
        {result.tones.map((item) => (
          <Entry
            key={item.tone}
            text={t(`tone.${item.tone}`)}
            note={t('recordings', { count: item.recordings })}
            projectId={projectId}
            sources={item}
          />
        ))}
      </Entries>
    </>
  )
}

type Sources = { recordings: number; evidence: readonly Evidence[] }
type EntryProps = { text: string; note: string; projectId: string; sources: Sources }

const Entry = ({ text, note, projectId, sources: { evidence, recordings } }: EntryProps) => (
  <li>
    <strong>{text}</strong> {note ? <span className={styles['none']}>{note}</span> : null}
    <EvidenceList projectId={projectId} evidence={evidence} total={recordings} />
  </li>
)

const Entries = ({ none, children }: { none: string; children: ReactNode[] }) =>
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
