import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { deliveryEvents, deliveryStatuses } from '../features/webhooks/delivery-search.ts'
import type { DeliveryFilter } from '../features/webhooks/queries.ts'
import styles from './webhook-deliveries.module.css'

type Props = { filter: DeliveryFilter; onChange: (filter: DeliveryFilter) => void }

/** Filters deliveries by state, event and day. */
export function DeliveryFilters({ filter, onChange }: Props) {
  const { t } = useTranslation('webhooks')
  const { status, event, from, to } = filter
  const without = (name: keyof DeliveryFilter) => {
    const { [name]: _gone, ...rest } = filter
    return rest
  }
  const set = <K extends keyof DeliveryFilter>(name: K, value: DeliveryFilter[K] | undefined) =>
    onChange(value ? { ...filter, [name]: value } : without(name))
  const day = (name: 'from' | 'to', value: string | undefined) => (
    <TextInput
      type="date"
      size="xs"
      label={t(`deliveries.${name}`)}
      value={value ?? ''}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
    />
  )
  return (
    <div className={styles['filters']}>
      <NativeSelect
        size="xs"
        label={t('deliveries.ofState')}
        value={status ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set(
            'status',
            deliveryStatuses.find((one) => one === value),
          )
        }
        data={[
          { value: '', label: t('deliveries.allStates') },
          ...deliveryStatuses.map((value) => ({ value, label: t(`deliveries.states.${value}`) })),
        ]}
      />
      <NativeSelect
        size="xs"
        label={t('deliveries.ofEvent')}
        value={event ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set(
            'event',
            deliveryEvents.find((one) => one === value),
          )
        }
        data={[
          { value: '', label: t('deliveries.allEvents') },
          ...deliveryEvents.map((value) => ({ value, label: value })),
        ]}
      />
      {day('from', from)}
      {day('to', to)}
      {status || event || from || to ? (
        <Button size="xs" variant="subtle" onClick={() => onChange({})}>
          {t('deliveries.reset')}
        </Button>
      ) : null}
    </div>
  )
}
