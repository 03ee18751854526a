import { Button, Popover } from '@mantine/core'
import { ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './filter-button.module.css'
import { menuManner } from './menu-manner.ts'

type Props = {
  /** How many are set. */
  count: number
  onClear: () => void
  /** As the field beside it; small if left out. */
  size?: 'sm' | 'md'
  /** The fields. */
  children: ReactNode
}

/** Filters behind a button that tells how many are set. */
export function FilterButton({ count, onClear, size = 'sm', children }: Props) {
  const { t } = useTranslation('parts')
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      returnFocus
      portalProps={menuManner.portalProps}
    >
      <Popover.Target>
        <Button
          size={size}
          variant={count > 0 ? 'light' : 'default'}
          leftSection={<ListFilter size={15} />}
          onClick={() => setOpen(!isOpen)}
          data-first
          data-short={count === 0 || undefined}
        >
          {count > 0 ? t('filter.set', { count }) : t('filter.none')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.none')}>
        <div className={styles['fields']}>
          {children}
          {count > 0 ? (
            <Button variant="subtle" onClick={onClear}>
              {t('filter.clear')}
            </Button>
          ) : null}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
