import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { formatClock, formatDate } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import type { Action } from './queries.ts'
import { shownTask } from './shown-task.ts'
import styles from './action-list.module.css'
import { speakerName } from '../../ui/own-words.ts'

type Props = {
  item: Action
  project?: string | undefined
  onTick: (action: Action) => void
  onOwner: (name: string) => void
}

/** One action item: its checkbox, owner, due date and the words it comes from. */
export function ActionRow({ item, project, onTick, onOwner }: Props) {
  const { t } = useTranslation('insights')
  const { owner, quotes, is_done: isDone } = item
  const [quote] = quotes
  const name = shownName(item)
  const text = shownTask(item)
  const to = '/projects/$projectId/recordings/$contentId'
  const params = { projectId: item.project_id, contentId: item.content_id }
  return (
    <li className={styles['row']} data-done={isDone || undefined}>
      <input
        type="checkbox"
        className={styles['box']}
        checked={isDone}
        onChange={() => onTick(item)}
        aria-label={t('actions.done', { text })}
      />
      <div className={styles['text']}>
        <span className={styles['task']}>{text}</span>
        {quote ? (
          <blockquote className={styles['quote']}>
            {speakerName(quote.speaker)}: {quote.text}
          </blockquote>
        ) : null}
        <div className={styles['facts']}>
          {owner ? (
            <button
              type="button"
              className={styles['owner']}
              title={t('actions.ofOwner', { name: speakerName(owner) })}
              onClick={() => onOwner(owner)}
            >
              {speakerName(owner)}
            </button>
          ) : null}
          <Due item={item} />
          <Link to={to} params={params}>
            {name}
          </Link>
          {project === undefined ? null : (
            <Link
              to="/projects/$projectId"
              params={{ projectId: item.project_id }}
              className={styles['project']}
            >
              {project}
            </Link>
          )}
          {quotes.map(({ segment_id: id, start }) => (
            <Link
              key={id}
              to={to}
              params={params}
              search={{ at: start, play: true }}
              className={styles['moment']}
              aria-label={t('actions.open', { name, time: formatClock(start) })}
            >
              {formatClock(start)}
            </Link>
          ))}
        </div>
      </div>
    </li>
  )
}

function Due({ item }: { item: Action }) {
  const { t } = useTranslation('insights')
  const { due, due_on: day, done_at: doneAt } = item
  if (doneAt) return <span>{t('actions.doneAt', { date: formatDate(doneAt) })}</span>
  // Noon, so no time zone shifts the date.
  const named = day === null ? due : formatDate(`${day}T12:00:00`)
  return (
    <>
      {named ? <span title={due ?? undefined}>{t('actions.due', { due: named })}</span> : null}
      {item.is_overdue ? <Badge tone="bad">{t('actions.overdue')}</Badge> : null}
    </>
  )
}
