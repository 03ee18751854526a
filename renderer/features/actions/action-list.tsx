import { useNavigate } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { undoLast } from '../../ui/undo-note.tsx'
import { ActionRow } from './action-row.tsx'
import type { Action } from './queries.ts'
import styles from './action-list.module.css'

type Props = {
  items: readonly Action[]
  /** Names the project, in a list of several. */
  projectOf?: ((action: Action) => string | undefined) | undefined
  onTick: (action: Action) => void
  onOwner: (name: string) => void
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }

/** Action items from the recordings; arrow keys move between the checkboxes. */
export function ActionList({ items, projectOf, onTick, onOwner }: Props) {
  const { t } = useTranslation('insights')
  const navigate = useNavigate()
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void undoLast()
      return
    }
    const boxes = [...event.currentTarget.querySelectorAll('input')]
    const at = boxes.findIndex((box) => box === event.target)
    if (at < 0) return
    const step = steps[event.key]
    const item = items[at]
    if (step !== undefined) {
      event.preventDefault()
      boxes[Math.min(boxes.length - 1, Math.max(0, at + step))]?.focus()
    } else if (event.key === 'Enter' && item) {
      event.preventDefault()
      const { project_id: projectId, content_id: contentId, quotes } = item
      void navigate({
        to: '/projects/$projectId/recordings/$contentId',
        params: { projectId, contentId },
        search: quotes[0] ? { at: quotes[0].start, play: true } : {},
      })
    }
  }
  return (
    // The keys belong to the checkboxes inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={styles['list']} aria-label={t('actions.list')} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <ActionRow
          key={item.id}
          item={item}
          project={projectOf?.(item)}
          onTick={onTick}
          onOwner={onOwner}
        />
      ))}
    </ul>
  )
}
