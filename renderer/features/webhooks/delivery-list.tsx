import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Delivery } from 'earshot/client'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import styles from './delivery-list.module.css'
import { eventTexts, isEventName } from './event-choices.ts'
import { useErrorWords } from './attempt-list.tsx'

const tones: Record<Delivery['status'], Tone> = {
  pending: 'busy',
  in_flight: 'busy',
  retrying: 'warn',
  delivered: 'ok',
  exhausted: 'bad',
  cancelled: 'quiet',
}

type Props = {
  deliveries: readonly Delivery[]
  openId: string | undefined
  onOpen: (deliveryId: string | undefined) => void
  /** Shown below the open delivery. */
  details: ReactNode
}

/** Deliveries to one endpoint; each expands in place. */
export function DeliveryList({ deliveries, openId, onOpen, details }: Props) {
  const { t } = useTranslation('webhooks')
  return (
    <ul className={styles['deliveries']} aria-label={t('deliveries.title')}>
      {deliveries.map((delivery) => {
        const isOpen = delivery.id === openId
        return (
          <li key={delivery.id} className={styles['delivery']}>
            <button
              type="button"
              className={styles['head']}
              aria-expanded={isOpen}
              onClick={() => onOpen(isOpen ? undefined : delivery.id)}
            >
              <DeliveryHead delivery={delivery} />
            </button>
            {isOpen ? <div className={styles['details']}>{details}</div> : null}
          </li>
        )
      })}
    </ul>
  )
}

function DeliveryHead({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const words = useErrorWords()
  const { status, event, trigger, last_error: error, last_response_status: answer } = delivery
  return (
    <>
      <ChevronRight size={15} aria-hidden="true" className={styles['chevron']} />
      <Badge tone={tones[status]}>{t(`deliveries.states.${status}`)}</Badge>
      <span className={styles['event']}>{isEventName(event) ? t(eventTexts[event]) : event}</span>
      <code className={styles['quiet']}>{event}</code>
      <span className={styles['date']}>{formatDateTime(delivery.created_at)}</span>
      <span className={styles['more']}>
        {trigger === 'event' ? null : <span>{t(`deliveries.triggers.${trigger}`)}</span>}
        <span>{useAttemptsText(delivery)}</span>
        {error && status !== 'delivered' ? (
          <span className={styles['error']}>{words(error.code, answer)}</span>
        ) : null}
        {answer !== null && status === 'delivered' ? (
          <span>{t('deliveries.answer', { status: answer })}</span>
        ) : null}
      </span>
    </>
  )
}

function useAttemptsText(delivery: Delivery): string {
  const { t } = useTranslation('webhooks')
  const { attempt_count: number, max_attempts: most, next_attempt_at: next, status } = delivery
  return next && status === 'retrying'
    ? t('deliveries.attemptNext', { number, most, time: formatDateTime(next) })
    : t('deliveries.attempt', { number, most })
}
