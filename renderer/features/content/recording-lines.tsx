import { Link } from '@tanstack/react-router'
import { AudioLines, FileText, Film, ListChecks } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem, ContentOverview } from 'earshot/client'
import { failureWords } from '../../api/failure.ts'
import { formatLength } from '../../ui/format.ts'
import { shownText } from '../../ui/own-words.ts'
import { shownName } from '../../ui/shown-name.ts'
import { ContentState, stateLabel } from './content-state.tsx'
import { useRecordingAhead } from './queries.ts'
import styles from './recording-lines.module.css'

type Props = {
  item: ContentItem
  overview: ContentOverview | undefined
  /** When it came in, as short as the list allows. */
  when: string
  /** The project it is in, where the list holds several. */
  project?: ReactNode
  tabIndex?: number
}

/**
 * A recording in a list: its name, what it is about or what becomes of it, who spoke, and what is still to be done.
 * A press anywhere in the row, which is positioned, opens it.
 */
export function RecordingLines({ item, overview, when, project, tabIndex }: Props) {
  const { t } = useTranslation('home')
  const ask = useRecordingAhead()
  const { id, project_id: projectId, duration_seconds: seconds } = item
  const tasks = overview?.open_actions ?? 0
  const facts = [
    seconds === null ? null : formatLength(seconds),
    item.source === 'import' ? t('recent.import') : null,
    speakersIn(overview?.speakers ?? [], t),
  ].filter((fact) => fact !== null)
  return (
    <>
      <div className={styles['head']}>
        <KindIcon item={item} />
        <Link
          to="/projects/$projectId/recordings/$contentId"
          params={{ projectId, contentId: id }}
          className={styles['name']}
          title={shownName(item)}
          preload={false}
          onPointerDown={() => ask(projectId, id)}
          tabIndex={tabIndex}
          data-focus
        >
          {shownName(item)}
        </Link>
        <time dateTime={item.created_at} className={styles['time']}>
          {when}
        </time>
      </div>
      {item.status === 'completed' ? (
        overview?.gist ? (
          <p className={styles['gist']}>{shownText(overview.gist)}</p>
        ) : null
      ) : (
        <div className={styles['state']}>
          <ContentState item={item} />
          {item.status === 'failed' && item.error && item.error.code !== 'cancelled' ? (
            <span className={styles['gist']}>{failureWords(item.error)}</span>
          ) : null}
        </div>
      )}
      <p className={styles['facts']}>
        {item.status === 'completed' ? (
          <span className="visually-hidden">{stateLabel(item.status)}</span>
        ) : null}
        <span className={styles['told']}>
          {project}
          {facts.map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 || project ? <span aria-hidden="true"> · </span> : null}
              <span>{fact}</span>
            </Fragment>
          ))}
        </span>
        {tasks > 0 ? (
          <span className={styles['tasks']}>
            <ListChecks size={13} aria-hidden="true" />
            {t('recent.tasks', { count: tasks })}
          </span>
        ) : null}
      </p>
    </>
  )
}

function KindIcon({ item: { source, has_video: hasVideo } }: { item: ContentItem }) {
  const look = { size: 15, 'aria-hidden': true, className: styles['icon'] ?? '' } as const
  if (source === 'import') return <FileText {...look} />
  return hasVideo ? <Film {...look} /> : <AudioLines {...look} />
}

type T = ReturnType<typeof useTranslation<'home'>>['t']

/** Those with names; where nobody has one, how many there are. */
function speakersIn(speakers: ContentOverview['speakers'], t: T): string | null {
  const names = speakers.flatMap(({ name }) => name ?? [])
  const others = speakers.length - names.length
  if (speakers.length === 0) return null
  if (names.length === 0) return t('recent.speakers', { count: speakers.length })
  const named = names.join(', ')
  return others > 0 ? t('recent.others', { names: named, count: others }) : named
}
