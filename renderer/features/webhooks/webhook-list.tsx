import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api/types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EventNames } from './event-names.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhook-list.module.css'

export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('webhooks')
  const columns = [
    { label: t('columns.address') },
    { label: t('columns.state') },
    { label: t('columns.recent') },
    { label: t('columns.events') },
  ]
  return (
    <DataTable label={t('title')} columns={columns}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td className={styles['address']}>
            <Link
              to="/webhooks/$webhookId"
              params={{ webhookId: webhook.id }}
              className={styles['url']}
            >
              {webhook.url}
            </Link>
            {webhook.description ? (
              <p className={styles['description']}>{webhook.description}</p>
            ) : null}
          </td>
          <td>
            <WebhookState webhook={webhook} />
          </td>
          <td>
            <RecentDeliveries webhookId={webhook.id} lastAt={webhook.last_delivery_at} />
          </td>
          <td className={styles['events']}>
            <EventNames names={webhook.events} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
