import { NativeSelect } from '@mantine/core'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { asFailure } from '../api/failure.ts'
import { DeliveryList, deliveryStates } from '../features/webhooks/delivery-list.tsx'
import {
  useDeliveries,
  useWebhookActions,
  type DeliveryStatus,
} from '../features/webhooks/queries.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import styles from './webhook-deliveries.module.css'

const statuses: readonly DeliveryStatus[] = [
  'pending',
  'in_flight',
  'retrying',
  'delivered',
  'exhausted',
  'cancelled',
]

/** What was sent to one endpoint, newest first. */
export function WebhookDeliveries({ webhookId }: { webhookId: string }) {
  const [status, setStatus] = useState<DeliveryStatus>()
  return (
    <section aria-labelledby="deliveries-title">
      <div className={styles['bar']}>
        <h2 id="deliveries-title">Deliveries</h2>
        <NativeSelect
          size="xs"
          aria-label="State of the deliveries"
          value={status ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget
            setStatus(statuses.find((one) => one === value))
          }}
          data={[
            { value: '', label: 'All states' },
            ...statuses.map((value) => ({ value, label: deliveryStates[value].label })),
          ]}
        />
      </div>
      <Panel flush>
        <Deliveries webhookId={webhookId} status={status} />
      </Panel>
    </section>
  )
}

type DeliveriesProps = { webhookId: string; status: DeliveryStatus | undefined }

function Deliveries({ webhookId, status }: DeliveriesProps) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useDeliveries(webhookId, status)
  const { retry: again } = useWebhookActions(webhookId)
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title="The deliveries did not load"
        cause={message}
        code={code}
        onRetry={retry}
      />
    )
  }
  if (!items) return <LoadingRows label="Loading deliveries" />
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Inbox size={20} />}
        title={status ? 'None in this state' : 'Nothing sent yet'}
      >
        {status ? 'Choose another state to see others.' : 'Send a test to see one arrive here.'}
      </EmptyState>
    )
  }
  return (
    <>
      <FormFailure message={again.error ? asFailure(again.error).message : null} />
      <DeliveryList
        deliveries={items}
        retryingId={again.isPending ? again.variables : null}
        onRetry={(id) => again.mutate(id)}
      />
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
    </>
  )
}
