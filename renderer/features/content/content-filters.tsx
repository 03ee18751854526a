import { NativeSelect, TextInput } from '@mantine/core'
import type { ContentStatus } from '../../api/types.ts'
import { stateLabel } from './content-state.tsx'
import styles from './content-filters.module.css'

export type Filters = { status?: ContentStatus; from?: string; to?: string }

const statuses: readonly ContentStatus[] = ['completed', 'processing', 'failed', 'uploaded']

type Props = { filters: Filters; onChange: (filters: Filters) => void }

/** What the list shows; kept in the address. */
export function ContentFilters({ filters, onChange }: Props) {
  const change = (name: keyof Filters, value: string) => {
    const { [name]: _before, ...others } = filters
    onChange(value ? { ...others, [name]: value } : others)
  }
  return (
    <fieldset className={styles['filters']}>
      <legend className="visually-hidden">Filter recordings</legend>
      <NativeSelect
        label="State"
        value={filters.status ?? ''}
        onChange={(event) => change('status', event.currentTarget.value)}
        data={[
          { value: '', label: 'All states' },
          ...statuses.map((value) => ({ value, label: stateLabel(value) })),
        ]}
      />
      <TextInput
        type="date"
        label="Added from"
        value={filters.from ?? ''}
        onChange={(event) => change('from', event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Added until"
        value={filters.to ?? ''}
        onChange={(event) => change('to', event.currentTarget.value)}
      />
    </fieldset>
  )
}
