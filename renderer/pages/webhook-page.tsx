import { getRouteApi, Link } from '@tanstack/react-router'
import { asFailure } from '../api/failure.ts'
import type { Webhook } from '../api/types.ts'
import { useProjectChoices } from '../features/projects/queries.ts'
import { useWebhook } from '../features/webhooks/queries.ts'
import { WebhookState } from '../features/webhooks/webhook-state.tsx'
import { formatDateTime } from '../ui/format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FailureState, LoadingRows } from '../ui/states.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'

const route = getRouteApi('/webhooks/$webhookId')
const crumbs = <Link to="/webhooks">Webhooks</Link>

export function WebhookPage() {
  const { webhookId } = route.useParams()
  const webhook = useWebhook(webhookId)
  const projects = useProjectChoices()
  if (webhook.data) {
    return (
      <>
        <PageHeader
          title={webhook.data.url}
          crumbs={crumbs}
          meta={<Facts webhook={webhook.data} projects={projects.data ?? []} />}
          actions={<WebhookActions webhook={webhook.data} projects={projects.data ?? []} />}
        />
        <WebhookDeliveries webhookId={webhookId} />
      </>
    )
  }
  if (!webhook.error) {
    return (
      <>
        <PageHeader title="Webhook" crumbs={crumbs} />
        <LoadingRows label="Loading the webhook" />
      </>
    )
  }
  const { message, code } = asFailure(webhook.error)
  return (
    <>
      <PageHeader title="Webhook" crumbs={crumbs} />
      <FailureState
        title="The webhook did not load"
        cause={message}
        code={code}
        onRetry={() => void webhook.refetch()}
      />
    </>
  )
}

type FactsProps = { webhook: Webhook; projects: readonly { id: string; name: string }[] }

function Facts({ webhook, projects }: FactsProps) {
  const nameOf = (id: string) => projects.find((one) => one.id === id)?.name ?? id
  const { previous_secret_expires_at: expiry, project_ids: ids } = webhook
  return (
    <>
      <WebhookState webhook={webhook} />
      <span>{webhook.events.includes('*') ? 'All events' : webhook.events.join(', ')}</span>
      <span>{ids ? ids.map(nameOf).join(', ') : 'All projects'}</span>
      <span>Secret ends in {webhook.secret_hint}</span>
      {expiry ? <span>The old secret signs too until {formatDateTime(expiry)}</span> : null}
      {webhook.description ? <span>{webhook.description}</span> : null}
    </>
  )
}
