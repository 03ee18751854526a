import { Button, CloseButton, Menu, NativeSelect, TextInput } from '@mantine/core'
import { ArrowDownUp, Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentStatus } from '../../api/types.ts'
import { FilterButton } from '../../ui/filter-button.tsx'
import { menuManner } from '../../ui/menu-manner.ts'
import { useText } from '../../ui/use-text.ts'
import { stateLabel } from './content-state.tsx'
import { contentOrders, type ContentOrder } from 'earshot/client'
import styles from './content-filters.module.css'

export type Filters = {
  status?: ContentStatus
  from?: string
  to?: string
  q?: string
  sort?: ContentOrder
}

const statuses: readonly ContentStatus[] = ['completed', 'processing', 'failed', 'uploaded']

type Props = { filters: Filters; onChange: (filters: Filters) => void }

/** What the list is narrowed to and how it is sorted: parts of a toolbar, kept in the address. */
export function ContentFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('content')
  const { status, from, to, ...others } = filters
  const change = (name: keyof Filters, value: string) => {
    const { [name]: _before, ...rest } = filters
    onChange(value ? { ...rest, [name]: value } : rest)
  }
  return (
    <>
      <NameFilter name={filters.q ?? ''} onChange={(name) => change('q', name)} />
      <FilterButton
        count={[status, from, to].filter(Boolean).length}
        onClear={() => onChange(others)}
      >
        <NativeSelect
          label={t('filters.state')}
          value={status ?? ''}
          onChange={(event) => change('status', event.currentTarget.value)}
          data={[
            { value: '', label: t('filters.allStates') },
            ...statuses.map((value) => ({ value, label: stateLabel(value) })),
          ]}
        />
        <TextInput
          type="date"
          label={t('filters.from')}
          value={from ?? ''}
          onChange={(event) => change('from', event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('filters.until')}
          value={to ?? ''}
          onChange={(event) => change('to', event.currentTarget.value)}
        />
      </FilterButton>
      <SortMenu
        sort={filters.sort ?? 'newest'}
        onSort={(sort) => change('sort', sort === 'newest' ? '' : sort)}
      />
    </>
  )
}

type SortProps = { sort: ContentOrder; onSort: (sort: ContentOrder) => void }

function SortMenu({ sort, onSort }: SortProps) {
  const { t } = useTranslation('content')
  return (
    <Menu position="bottom-end" shadow="md" width={200} {...menuManner}>
      <Menu.Target>
        <Button
          variant="default"
          data-short
          leftSection={<ArrowDownUp size={15} />}
          aria-label={t('filters.sortedBy', { order: t(`sorts.${sort}`) })}
        >
          {t(`sorts.${sort}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={sort} onChange={(order) => onSort(order as ContentOrder)}>
          {contentOrders.map((order) => (
            <Menu.RadioItem key={order} value={order} closeMenuOnClick>
              {t(`sorts.${order}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

const typingMs = 200

type NameProps = { name: string; onChange: (name: string) => void }

/** Filters by name after a short pause in typing. */
function NameFilter({ name, onChange }: NameProps) {
  const { t } = useTranslation('content')
  const [text, setText] = useText(name)
  const send = useEffectEvent(() => onChange(text.trim()))
  useEffect(() => {
    if (text.trim() === name) return
    const timer = setTimeout(send, typingMs)
    return () => clearTimeout(timer)
  }, [text, name])
  return (
    <TextInput
      className={styles['name'] ?? ''}
      aria-label={t('filters.name')}
      placeholder={t('filters.namePlaceholder')}
      maxLength={200}
      leftSection={<Search size={15} aria-hidden="true" />}
      rightSection={
        text ? (
          <CloseButton size="sm" aria-label={t('filters.clear')} onClick={() => setText('')} />
        ) : null
      }
      wrapperProps={{ 'data-own-stop': true }}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
