import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem, ContentOverview } from 'earshot/client'
import { formatDayName, formatLength, formatTime } from '../../ui/format.ts'
import { shownText } from '../../ui/own-words.ts'
import { shownName } from '../../ui/shown-name.ts'
import { ContentState } from './content-state.tsx'
import { useRecordingAhead } from './queries.ts'
import styles from './recent-list.module.css'

type Props = {
  items: readonly ContentItem[]
  overviewOf: (id: string) => ContentOverview | undefined
  projectOf: (item: ContentItem) => string | undefined
}

/** Recordings by day: what each is about, who spoke, and what is still to be done. */
export function RecentList({ items, overviewOf, projectOf }: Props) {
  const [now] = useState(() => new Date())
  const days = Map.groupBy(items, ({ created_at: at }) => formatDayName(at, now))
  return (
    <div className={styles['days']}>
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3 className={styles['day']}>{day}</h3>
          <ul className={styles['list']}>
            {ofDay.map((item) => (
              <Row
                key={item.id}
                item={item}
                overview={overviewOf(item.id)}
                project={projectOf(item)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type RowProps = {
  item: ContentItem
  overview: ContentOverview | undefined
  project: string | undefined
}

function Row({ item, overview, project }: RowProps) {
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
    <li className={styles['row']}>
      <div className={styles['head']}>
        <Link
          to="/projects/$projectId/recordings/$contentId"
          params={{ projectId, contentId: id }}
          className={styles['name']}
          onPointerDown={() => ask(projectId, id)}
        >
          {shownName(item)}
        </Link>
        <time dateTime={item.created_at} className={styles['time']}>
          {formatTime(item.created_at)}
        </time>
      </div>
      {item.status === 'completed' ? null : <ContentState item={item} />}
      {overview?.gist ? <p className={styles['gist']}>{shownText(overview.gist)}</p> : null}
      <p className={styles['facts']}>
        {project === undefined ? null : (
          <Link to="/projects/$projectId" params={{ projectId }} className={styles['project']}>
            {project}
          </Link>
        )}
        {facts.map((fact) => (
          <Fragment key={fact}>
            <span aria-hidden="true">·</span>
            <span>{fact}</span>
          </Fragment>
        ))}
        {tasks > 0 ? (
          <span className={styles['tasks']}>
            <ListChecks size={13} aria-hidden="true" />
            {t('recent.tasks', { count: tasks })}
          </span>
        ) : null}
      </p>
    </li>
  )
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
