import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../ui/format.ts'
import { speakerName } from '../../ui/own-words.ts'
import type { Action } from './queries.ts'
import { shownTask } from './shown-task.ts'
import styles from './due-list.module.css'

type Props = { items: readonly Action[]; onTick: (action: Action) => void }

/** What is to be done next, in short. */
export function DueList({ items, onTick }: Props) {
  const { t } = useTranslation('insights')
  return (
    <ul className={styles['list']}>
      {items.map((item) => (
        <li key={item.id} className={styles['row']} data-done={item.is_done || undefined}>
          <input
            type="checkbox"
            className={styles['box']}
            checked={item.is_done}
            onChange={() => onTick(item)}
            aria-label={t('actions.done', { text: shownTask(item) })}
          />
          <div className={styles['text']}>
            <Link
              to="/projects/$projectId/recordings/$contentId"
              params={{ projectId: item.project_id, contentId: item.content_id }}
              search={item.quotes[0] ? { at: item.quotes[0].start } : {}}
              className={styles['task']}
            >
              {shownTask(item)}
            </Link>
            <Facts item={item} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function Facts({ item: { owner, due, due_on: day, is_overdue: isOverdue } }: { item: Action }) {
  const { t } = useTranslation('insights')
  // Noon, so no time zone shifts the date.
  const named = day === null ? due : formatDay(`${day}T12:00:00`)
  if (!owner && !named) return null
  return (
    <p className={styles['facts']}>
      {owner ? <span>{speakerName(owner)}</span> : null}
      {named ? (
        <span data-overdue={isOverdue || undefined} title={due ?? undefined}>
          {t('actions.due', { due: named })}
          {isOverdue ? <span className="visually-hidden">, {t('actions.overdue')}</span> : null}
        </span>
      ) : null}
    </p>
  )
}
