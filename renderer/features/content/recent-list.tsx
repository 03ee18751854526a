import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ContentItem, ContentOverview } from 'earshot/client'
import { formatDayName, formatTime } from '../../ui/format.ts'
import { RecordingLines } from './recording-lines.tsx'
import styles from './recent-list.module.css'

type Props = {
  items: readonly ContentItem[]
  overviewOf: (id: string) => ContentOverview | undefined
  projectOf: (item: ContentItem) => string | undefined
}

/** Recordings by day, of several projects. */
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
              <li key={item.id} className={styles['row']}>
                <RecordingLines
                  item={item}
                  overview={overviewOf(item.id)}
                  when={formatTime(item.created_at)}
                  project={linkTo(item.project_id, projectOf(item))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const linkTo = (projectId: string, name: string | undefined) =>
  name === undefined ? null : (
    <Link to="/projects/$projectId" params={{ projectId }} className={styles['project']}>
      {name}
    </Link>
  )
