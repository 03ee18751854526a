// A table cannot mount and unmount virtualized rows at their own positions, so roles stand in for
// its tags.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { GridRow } from './grid-row.tsx'
import { useGridShortcuts } from './use-grid-shortcuts.ts'
import { useGrid, type GridProps } from './use-grid.ts'
import styles from './content-grid.module.css'

/** All recordings in one grid that renders only the rows near the viewport. */
export function ContentGrid(props: GridProps) {
  const { ids, row, selection } = props
  const { t } = useTranslation('content')
  const help = useId()
  useGridShortcuts()
  const { scroller, drawn, height, active, press, point } = useGrid(props)
  return (
    <div ref={scroller} className={styles['scroller']}>
      <p id={help} hidden>
        {t('grid.help')}
      </p>
      <div
        role="grid"
        tabIndex={-1}
        aria-label={t('grid.title')}
        aria-describedby={help}
        aria-rowcount={ids.length}
        aria-multiselectable="true"
        onKeyDown={press}
      >
        <div role="rowgroup" className={styles['space']} style={{ height }}>
          {drawn.map(({ index, start }) => {
            const id = ids[index] ?? ''
            return (
              <GridRow
                key={id}
                index={index}
                top={start}
                row={row(id)}
                isChosen={selection.chosen.has(id)}
                isActive={index === active}
                onPoint={point}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}
