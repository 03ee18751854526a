import { Button } from '@mantine/core'
import { Link, getRouteApi } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../api/failure.ts'
import type { Webhook } from 'earshot/client'
import { useProjectChoices } from '../features/projects/queries.ts'
import { EventNames, ResultsNote, WebhookState } from '../features/webhooks/webhook-list.tsx'
import { useWebhook, useWebhookActions } from '../features/webhooks/queries.ts'
import { formatDateTime } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import styles from './webhook-page.module.css'

const route = getRouteApi('/in-settings/webhooks/$webhookId')

export function WebhookPage() {
  const { t } = useTranslation('webhooks')
  const { webhookId } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const webhook = useWebhook(webhookId)
  const projects = useProjectChoices()
  const crumbs = <Link to="/webhooks">{t('title')}</Link>
  if (webhook.data) {
    return (
      <>
        <PageHeader
          title={webhook.data.url}
          crumbs={crumbs}
          meta={<Facts webhook={webhook.data} projects={projects.data ?? []} />}
          actions={<WebhookActions webhook={webhook.data} projects={projects.data ?? []} />}
        />
        <OffNote webhook={webhook.data} />
        <WebhookDeliveries
          webhookId={webhookId}
          search={search}
          onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
        />
      </>
    )
  }
  if (!webhook.error) {
    return (
      <>
        <PageHeader title={t('one')} crumbs={crumbs} />
        <LoadingRows label={t('loadingOne')} />
      </>
    )
  }
  const { message, code } = asFailure(webhook.error)
  return (
    <>
      <PageHeader title={t('one')} crumbs={crumbs} />
      <FailureState
        title={t('failedOne')}
        cause={message}
        code={code}
        onRetry={() => void webhook.refetch()}
      />
    </>
  )
}

type FactsProps = { webhook: Webhook; projects: readonly { id: string; name: string }[] }

function Facts({ webhook, projects }: FactsProps) {
  const { t } = useTranslation('webhooks')
  const nameOf = (id: string) => projects.find((one) => one.id === id)?.name ?? id
  const { previous_secret_expires_at: expiry, project_ids: ids } = webhook
  return (
    <>
      <WebhookState webhook={webhook} />
      <EventNames names={webhook.events} />
      {webhook.include_result ? <ResultsNote url={webhook.url} /> : null}
      <span>{ids ? ids.map(nameOf).join(', ') : t('allProjects')}</span>
      <span>{t('secretHint', { hint: webhook.secret_hint })}</span>
      {expiry ? <span>{t('oldSecret', { time: formatDateTime(expiry) })}</span> : null}
      {webhook.description ? <span>{webhook.description}</span> : null}
    </>
  )
}

/** Why the webhook is off, and how to switch it on again. */
function OffNote({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { change } = useWebhookActions(webhook.id)
  if (webhook.is_active) return null
  return (
    <div className={styles['off']}>
      <CircleAlert size={18} aria-hidden="true" />
      <p>{t(`off.${webhook.disabled_reason ?? 'user'}`)}</p>
      <Button
        size="xs"
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ is_active: true })}
      >
        {t('actions.switchOn')}
      </Button>
    </div>
  )
}
