import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Webhook } from 'earshot/client'
import { DataTable } from '../../ui/data-table.tsx'
import { hostOf } from './host.ts'
import { RecentDeliveries } from './recent-deliveries.tsx'
import styles from './webhook-list.module.css'
import { Badge } from '../../ui/badge.tsx'

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
            {webhook.include_result ? <ResultsNote url={webhook.url} /> : null}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

/** That a webhook takes out what was said, and where to. */
export function ResultsNote({ url }: { url: string }) {
  const { t } = useTranslation('webhooks')
  return <p className={styles['results']}>{t('withResults', { host: hostOf(url) })}</p>
}

/** Whether an endpoint receives events, and why not. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { is_active: isActive, consecutive_failures: failures, disabled_reason: reason } = webhook
  if (!isActive) {
    const tone = reason === null || reason === 'user' ? 'quiet' : 'bad'
    return <Badge tone={tone}>{t(`state.${reason ?? 'user'}`)}</Badge>
  }
  if (failures > 0) return <Badge tone="warn">{t('state.failing', { count: failures })}</Badge>
  return <Badge tone="ok">{t('state.on')}</Badge>
}

const mostShown = 2

/** The events of an endpoint: a few names, and how many more. */
export function EventNames({ names }: { names: readonly string[] }) {
  const { t } = useTranslation('webhooks')
  if (names.includes('*')) return <span>{t('allEvents')}</span>
  const shown = names.slice(0, mostShown).join(', ')
  const count = names.length - mostShown
  return (
    <span title={names.join(', ')}>
      {count > 0 ? t('moreEvents', { names: shown, count }) : shown}
    </span>
  )
}
