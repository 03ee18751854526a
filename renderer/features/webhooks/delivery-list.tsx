import { Button } from '@mantine/core'
import type { Delivery } from '../../api/types.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { AttemptList } from './attempt-list.tsx'
import styles from './delivery-list.module.css'

export const deliveryStates: Record<Delivery['status'], { label: string; tone: Tone }> = {
  pending: { label: 'In line', tone: 'busy' },
  in_flight: { label: 'Sending', tone: 'busy' },
  retrying: { label: 'Will be tried again', tone: 'warn' },
  delivered: { label: 'Delivered', tone: 'ok' },
  exhausted: { label: 'Given up', tone: 'bad' },
  cancelled: { label: 'Cancelled', tone: 'quiet' },
}

type Props = {
  deliveries: readonly Delivery[]
  retryingId: string | null
  onRetry: (deliveryId: string) => void
}

/** Deliveries to one endpoint; each opens to its attempts. */
export function DeliveryList({ deliveries, retryingId, onRetry }: Props) {
  return (
    <ul className={styles['deliveries']} aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className={styles['delivery']}>
          <DeliveryHead delivery={delivery} />
          {delivery.last_error && delivery.status !== 'delivered' ? (
            <p className={styles['error']}>
              {delivery.last_error.message} <code>{delivery.last_error.code}</code>
            </p>
          ) : null}
          <div className={styles['more']}>
            <details>
              <summary>{attemptsText(delivery)}</summary>
              <AttemptList attempts={delivery.attempts} />
            </details>
            {delivery.status === 'exhausted' || delivery.status === 'cancelled' ? (
              <Button
                size="xs"
                variant="default"
                loading={retryingId === delivery.id}
                onClick={() => onRetry(delivery.id)}
              >
                Send again
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

function DeliveryHead({ delivery }: { delivery: Delivery }) {
  const { label, tone } = deliveryStates[delivery.status]
  return (
    <div className={styles['head']}>
      <Badge tone={tone}>{label}</Badge>
      <span className={styles['event']}>{delivery.event}</span>
      {delivery.last_response_status === null ? null : (
        <span className={styles['quiet']}>answer {delivery.last_response_status}</span>
      )}
      <span className={styles['date']}>{formatDateTime(delivery.created_at)}</span>
    </div>
  )
}

function attemptsText(delivery: Delivery): string {
  const { attempt_count: count, max_attempts: most, next_attempt_at: next } = delivery
  const text = `Attempt ${count} of ${most}`
  return next && delivery.status === 'retrying' ? `${text}, next ${formatDateTime(next)}` : text
}
