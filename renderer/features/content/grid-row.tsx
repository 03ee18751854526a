// A table cannot mount and unmount virtualized rows at their own positions, so roles stand in for
// its tags.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { Skeleton } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWhen } from '../../ui/format.ts'
import { shownName } from '../../ui/shown-name.ts'
import styles from './content-grid.module.css'
import { RecordingLines } from './recording-lines.tsx'
import type { LibraryRow } from './row-store.ts'
import type { Point } from './use-grid.ts'

type Props = {
  index: number
  top: number
  row: LibraryRow | undefined
  isChosen: boolean
  isActive: boolean
  onPoint: Point
}

/** Re-renders only when its props change. */
export const GridRow = memo(Row)

function Row({ index, top, row, isChosen, isActive, onPoint }: Props) {
  const { t } = useTranslation('content')
  const [now] = useState(() => new Date())
  const tabIndex = isActive ? 0 : -1
  return (
    // The grid handles keys; a click makes the row the one that they act on.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isChosen}
      data-index={index}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => onPoint(index, 'here')}
    >
      <span role="gridcell" className={styles['cell']}>
        <label className={styles['choice']}>
          <input
            type="checkbox"
            className={styles['box']}
            tabIndex={-1}
            aria-label={t('grid.choose', { name: row ? shownName(row.item) : t('grid.loading') })}
            checked={isChosen}
            onClick={(event) => {
              event.stopPropagation()
              onPoint(index, event.shiftKey ? 'range' : 'toggle')
            }}
            // The click handler above knows which modifier keys are held.
            onChange={() => {}}
          />
        </label>
      </span>
      <div role="gridcell" className={styles['about']}>
        {row ? (
          <RecordingLines
            item={row.item}
            overview={row.overview}
            when={formatWhen(row.item.created_at, now)}
            tabIndex={tabIndex}
          />
        ) : (
          <Coming tabIndex={tabIndex} />
        )}
      </div>
    </div>
  )
}

function Coming({ tabIndex }: { tabIndex: number }) {
  const { t } = useTranslation('content')
  return (
    <span tabIndex={tabIndex} data-focus>
      <span className="visually-hidden">{t('grid.loading')}</span>
      <Skeleton height={12} width="38%" radius={4} animate={false} />
      <Skeleton height={10} width="64%" radius={4} mt={10} animate={false} />
    </span>
  )
}
