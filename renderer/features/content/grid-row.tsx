// A table cannot mount and unmount virtualized rows at their own positions, so roles stand in for
// its tags.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { AudioLines, FileText, Film } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem } from 'earshot/client'
import { formatBytes, formatDateTime, formatLength } from '../../ui/format.ts'
import { ContentState } from './content-state.tsx'
import { useRecordingAhead } from './queries.ts'
import type { Point } from './use-grid.ts'
import styles from './content-grid.module.css'
import { shownName } from '../../ui/shown-name.ts'

type Props = {
  index: number
  top: number
  item: ContentItem | undefined
  isChosen: boolean
  isActive: boolean
  onPoint: Point
}

/** Re-renders only when its props change. */
export const GridRow = memo(Row)

function Row({ index, top, item, isChosen, isActive, onPoint }: Props) {
  const { t } = useTranslation('content')
  const tabIndex = isActive ? 0 : -1
  return (
    // The grid handles keys; a click selects the row according to the modifier keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-index={index}
      className={styles['row']}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onPoint(index, howOf(event))}
    >
      <span role="gridcell">
        <input
          type="checkbox"
          className={styles['box']}
          tabIndex={-1}
          aria-label={t('grid.choose', { name: item ? shownName(item) : t('grid.loading') })}
          checked={isChosen}
          onClick={(event) => {
            event.stopPropagation()
            onPoint(index, event.shiftKey ? 'range' : 'toggle')
          }}
          // The click handler above knows which modifier keys are held.
          onChange={() => {}}
        />
      </span>
      {item ? <Cells item={item} tabIndex={tabIndex} /> : <Coming tabIndex={tabIndex} />}
    </div>
  )
}

function howOf(event: React.MouseEvent): 'here' | 'toggle' | 'range' {
  if (event.target instanceof Element && event.target.closest('a')) return 'here'
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'here'
}

function KindIcon({ item: { source, has_video: hasVideo } }: { item: ContentItem }) {
  const look = { size: 15, 'aria-hidden': true, className: styles['icon'] ?? '' } as const
  if (source === 'import') return <FileText {...look} />
  return hasVideo ? <Film {...look} /> : <AudioLines {...look} />
}

function Cells({ item, tabIndex }: { item: ContentItem; tabIndex: number }) {
  const ask = useRecordingAhead()
  return (
    <>
      <span role="gridcell" className={styles['nameCell']}>
        <KindIcon item={item} />
        <Link
          to="/projects/$projectId/recordings/$contentId"
          params={{ projectId: item.project_id, contentId: item.id }}
          className={styles['name']}
          title={shownName(item)}
          preload={false}
          onPointerDown={() => ask(item.project_id, item.id)}
          tabIndex={tabIndex}
          data-focus
        >
          {shownName(item)}
        </Link>
      </span>
      <span role="gridcell">
        <ContentState item={item} />
      </span>
      <span role="gridcell" className={styles['number']}>
        {item.duration_seconds === null ? '–' : formatLength(item.duration_seconds)}
      </span>
      <span role="gridcell" className={styles['number']}>
        {formatBytes(item.size_bytes)}
      </span>
      <span role="gridcell" className={styles['number']}>
        {item.analysis_count}
      </span>
      <span role="gridcell" className={styles['date']}>
        {formatDateTime(item.created_at)}
      </span>
    </>
  )
}

function Coming({ tabIndex }: { tabIndex: number }) {
  const { t } = useTranslation('content')
  return (
    <span role="gridcell" className={styles['coming']} tabIndex={tabIndex} data-focus>
      <span className="visually-hidden">{t('grid.loading')}</span>
      <Skeleton height={12} width="38%" radius={4} animate={false} />
    </span>
  )
}
