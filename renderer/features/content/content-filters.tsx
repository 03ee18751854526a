import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentStatus } from '../../api/types.ts'
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

/** Filters and sort order of the list; kept in the address. */
export function ContentFilters({ filters, onChange }: Props) {
  const { t } = useTranslation('content')
  const change = (name: keyof Filters, value: string) => {
    const { [name]: _before, ...others } = filters
    onChange(value ? { ...others, [name]: value } : others)
  }
  return (
    <fieldset className={styles['filters']}>
      <legend className="visually-hidden">{t('filters.title')}</legend>
      <NameFilter name={filters.q ?? ''} onChange={(name) => change('q', name)} />
      <NativeSelect
        label={t('filters.state')}
        value={filters.status ?? ''}
        onChange={(event) => change('status', event.currentTarget.value)}
        data={[
          { value: '', label: t('filters.allStates') },
          ...statuses.map((value) => ({ value, label: stateLabel(value) })),
        ]}
      />
      <TextInput
        type="date"
        label={t('filters.from')}
        value={filters.from ?? ''}
        onChange={(event) => change('from', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('filters.until')}
        value={filters.to ?? ''}
        onChange={(event) => change('to', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('filters.sort')}
        value={filters.sort ?? 'newest'}
        onChange={({ currentTarget: { value } }) => change('sort', value === 'newest' ? '' : value)}
        data={contentOrders.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
    </fieldset>
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
      label={t('filters.name')}
      placeholder={t('filters.namePlaceholder')}
      maxLength={200}
      leftSection={<Search size={15} aria-hidden="true" />}
      rightSection={
        text ? (
          <CloseButton size="sm" aria-label={t('filters.clear')} onClick={() => setText('')} />
        ) : null
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
