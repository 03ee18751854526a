import { Link } from '@tanstack/react-router'
import type { Webhook } from '../../api/types.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhook-list.module.css'

const columns = [
  { label: 'Address' },
  { label: 'State' },
  { label: 'Events' },
  { label: 'Last delivery' },
]

export function WebhookList({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <DataTable label="Webhooks" columns={columns}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td>
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
          <td>{webhook.events.includes('*') ? 'All' : webhook.events.join(', ')}</td>
          <td className={styles['date']}>
            {webhook.last_delivery_at ? formatDateTime(webhook.last_delivery_at) : 'None yet'}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}
