import { Inbox } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { DeliverySearch } from '../features/webhooks/delivery-search.ts'
import { DeliveryList } from '../features/webhooks/delivery-list.tsx'
import { useDeliveries, useDelivery } from '../features/webhooks/queries.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { Panel } from '../ui/panel.tsx'
import { EmptyState, FailureState, LoadingRows } from '../ui/states.tsx'
import { DeliveryFilters } from './webhook-delivery-filters.tsx'
import { WebhookDelivery } from './webhook-delivery.tsx'
import styles from './webhook-deliveries.module.css'

type Props = {
  webhookId: string
  search: DeliverySearch
  onSearch: (search: DeliverySearch) => void
}

/** Deliveries to one endpoint, newest first; the address keeps the filter and the open delivery. */
export function WebhookDeliveries({ webhookId, search, onSearch }: Props) {
  const { t } = useTranslation('webhooks')
  const { delivery: openId, ...filter } = search
  const open = (id: string | undefined) => onSearch({ ...filter, ...(id && { delivery: id }) })
  return (
    <section aria-labelledby="deliveries-title">
      <div className={styles['bar']}>
        <h2 id="deliveries-title">{t('deliveries.title')}</h2>
        <DeliveryFilters filter={filter} onChange={onSearch} />
      </div>
      <Deliveries webhookId={webhookId} filter={filter} openId={openId} onOpen={open} />
      <p className={styles['kept']}>{t('deliveries.kept')}</p>
    </section>
  )
}

type ListProps = {
  webhookId: string
  filter: Omit<DeliverySearch, 'delivery'>
  openId: string | undefined
  onOpen: (deliveryId: string | undefined) => void
}

function Deliveries({ webhookId, filter, openId, onOpen }: ListProps) {
  const { t } = useTranslation('webhooks')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = useDeliveries(webhookId, filter)
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState title={t('deliveries.failed')} cause={message} code={code} onRetry={retry} />
    )
  }
  if (!items) {
    return (
      <Panel flush>
        <LoadingRows label={t('deliveries.loading')} />
      </Panel>
    )
  }
  const isElsewhere = openId !== undefined && items.every(({ id }) => id !== openId)
  return (
    <>
      {isElsewhere ? (
        <AskedDelivery webhookId={webhookId} deliveryId={openId} onOpen={onOpen} />
      ) : null}
      <Panel flush>
        {items.length === 0 ? (
          <NoDelivery isFiltered={Object.keys(filter).length > 0} />
        ) : (
          <DeliveryList
            deliveries={items}
            openId={openId}
            onOpen={onOpen}
            details={
              openId ? (
                <WebhookDelivery webhookId={webhookId} deliveryId={openId} onOpen={onOpen} />
              ) : null
            }
          />
        )}
        <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      </Panel>
    </>
  )
}

function NoDelivery({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation('webhooks')
  return (
    <EmptyState
      icon={<Inbox size={20} />}
      title={t(isFiltered ? 'deliveries.noneLike' : 'deliveries.nothing')}
    >
      {t(isFiltered ? 'deliveries.noneLikeText' : 'deliveries.nothingText')}
    </EmptyState>
  )
}

type AskedProps = {
  webhookId: string
  deliveryId: string
  onOpen: (deliveryId: string | undefined) => void
}

/** The delivery in the address, if it is not in the list. */
function AskedDelivery({ webhookId, deliveryId, onOpen }: AskedProps) {
  const { t } = useTranslation('webhooks')
  const { data } = useDelivery(webhookId, deliveryId)
  if (!data) return null
  return (
    <div className={styles['asked']}>
      <Panel flush>
        <p className={styles['askedTitle']}>{t('deliveries.asked')}</p>
        <DeliveryList
          deliveries={[data]}
          openId={deliveryId}
          onOpen={onOpen}
          details={
            <WebhookDelivery webhookId={webhookId} deliveryId={deliveryId} onOpen={onOpen} />
          }
        />
      </Panel>
    </div>
  )
}
