// A table cannot mount and unmount virtualized rows at their own positions, so roles stand in for
// its tags.
// oxlint-disable jsx-a11y/prefer-tag-over-role
import { UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ContentOrder } from 'earshot/client'
import { nextSort, sortedAs, type SortColumn } from './sorts.ts'
import styles from './content-grid.module.css'

type Props = {
  sort: ContentOrder
  onSort: (sort: ContentOrder) => void
  /** How much of the list is selected. */
  share: 'all' | 'some' | 'none'
  onAll: (isAll: boolean) => void
}

export function GridHead({ sort, onSort, share, onAll }: Props) {
  const { t } = useTranslation('content')
  const sortable = { sort, onSort }
  return (
    <div role="rowgroup" className={styles['head']}>
      <div role="row" aria-rowindex={1} className={styles['columns']}>
        <span role="columnheader" aria-label={t('grid.chosen')}>
          <input
            type="checkbox"
            className={styles['box']}
            aria-label={t('grid.chooseAll')}
            checked={share === 'all'}
            // React has no attribute for this.
            ref={(box) => {
              if (box) box.indeterminate = share === 'some'
            }}
            onChange={() => onAll(share !== 'all')}
          />
        </span>
        <SortHead column="name" label={t('columns.recording')} {...sortable} />
        <span role="columnheader">{t('columns.state')}</span>
        <SortHead column="length" label={t('columns.length')} {...sortable} isNumber />
        <SortHead column="size" label={t('columns.size')} {...sortable} isNumber />
        <span role="columnheader" className={styles['number']}>
          {t('columns.analyses')}
        </span>
        <SortHead column="added" label={t('columns.added')} {...sortable} />
      </div>
    </div>
  )
}

type SortProps = {
  column: SortColumn
  label: string
  sort: ContentOrder
  onSort: (sort: ContentOrder) => void
  isNumber?: boolean
}

function SortHead({ column, label, sort, onSort, isNumber = false }: SortProps) {
  const sorted = sortedAs(column, sort)
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <span
      role="columnheader"
      aria-sort={sorted}
      className={isNumber ? styles['number'] : undefined}
    >
      <UnstyledButton
        className={styles['sort'] ?? ''}
        onClick={() => onSort(nextSort(column, sort))}
      >
        {label}
        <Arrow size={13} aria-hidden="true" data-off={sorted === 'none' || undefined} />
      </UnstyledButton>
    </span>
  )
}
