import { day, toIso } from '../../core/time.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordNotice, type NewNotice, type NoticeDeps } from '../notices/notices.ts'
import type { Outcome } from './attempt.ts'
import {
  cancelDeliveries,
  selectInFlight,
  updateDelivery,
  type DeliveryRow,
} from './outbox-store.ts'
import type { DueDelivery } from './next-store.ts'
import { planRetry, type RetryPlan } from './retry-plan.ts'
import { lockWebhook, updateWebhook, type WebhookRow } from './store.ts'

const failingLimitMs = 5 * day // api-choices.md 5

export type Ended = { startedAt: Date; outcome: Outcome }

/**
 * Stores how an attempt ended and what follows. Writes nothing where the delivery was cancelled
 * meanwhile. The owner's notices are in the same transaction, so come once. Where the endpoint is
 * switched off, the other attempts at it are broken off.
 */
export async function recordAttempt(
  deps: Pick<Deps, 'db'> & NoticeDeps,
  due: DueDelivery,
  ended: Ended,
): Promise<void> {
  const endedAt = deps.clock.now()
  const record = async (tx: Tx): Promise<void> => {
    // The endpoint first: what is recorded of it beside this waits here, in place of clashing.
    const webhook = await lockWebhook(tx, due.webhook_id)
    const delivery = await selectInFlight(tx, due)
    if (!delivery || !webhook) return
    const plan = await storeAttempt(tx, delivery, { ...ended, endedAt })
    const reason = await storeHealth(tx, {
      webhook,
      delivery,
      plan,
      outcome: ended.outcome,
      endedAt,
    })
    const notices = noticesOf({ webhook, delivery, plan, reason })
    for (const notice of notices) await recordNotice(deps, tx, notice)
    if (reason === null) return
    afterCommit(tx, (signals) => signals.emit('deliveries.cancelled', { webhookId: webhook.id }))
    await cancelDeliveries(tx, webhook.id)
  }
  await deps.db.transaction(record, { isolation: 'read committed' })
}

type Plan = RetryPlan | { status: 'delivered' }

async function storeAttempt(
  tx: Tx,
  delivery: DeliveryRow,
  { startedAt, endedAt, outcome }: Ended & { endedAt: Date },
): Promise<Plan> {
  const { failure, responseStatus, retryAfter, preview, sent } = outcome
  const number = delivery.attempt_count + 1
  const plan: Plan = failure
    ? planRetry({
        attempt: number,
        maxAttempts: delivery.max_attempts,
        failedAt: endedAt,
        responseStatus,
        retryAfter,
      })
    : { status: 'delivered' }
  const attempt = {
    number,
    started_at: toIso(startedAt),
    duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
    response_status: responseStatus,
    error_code: failure?.code ?? null,
    response_preview: preview,
    body_bytes: sent?.bytes ?? null,
    body_sha256: sent?.sha256 ?? null,
    result: sent?.result ?? null,
  }
  await updateDelivery(tx, delivery.id, {
    status: plan.status,
    attempt_count: number,
    attempts: JSON.stringify([...delivery.attempts, attempt]),
    next_attempt_at: plan.status === 'retrying' ? plan.nextAttemptAt : null,
    last_response_status: responseStatus,
    last_error_code: failure?.code ?? null,
    last_error_message: failure?.message ?? null,
    delivered_at: plan.status === 'delivered' ? endedAt : null,
    exhausted_at: plan.status === 'exhausted' ? endedAt : null,
  })
  return plan
}

type Health = {
  webhook: WebhookRow
  delivery: DeliveryRow
  plan: Plan
  outcome: Outcome
  endedAt: Date
}

/** Keeps the endpoint's counters; returns why it is switched off, where it now is. */
async function storeHealth(
  tx: Tx,
  { webhook, delivery, plan, outcome, endedAt }: Health,
): Promise<'gone' | 'consecutive_failures' | null> {
  const last = { last_delivery_at: endedAt }
  if (plan.status === 'delivered') {
    const healthy = { consecutive_failures: 0, failing_since: null, last_success_at: endedAt }
    await updateWebhook(tx, webhook.id, { ...last, ...healthy })
    return null
  }
  const isGone = outcome.responseStatus === 410
  // Choice: a failed test says nothing about deliveries; only 410 counts, the receiver said stop.
  if (delivery.trigger === 'test' && !isGone) {
    await updateWebhook(tx, webhook.id, last)
    return null
  }
  const failingSince = webhook.failing_since ?? endedAt
  const hasFailedLong = endedAt.getTime() - failingSince.getTime() >= failingLimitMs
  // Choice: judged when a delivery is given up, so that one slip after a quiet week disables nothing.
  const isDead = plan.status === 'exhausted' && hasFailedLong
  const reason = isGone ? 'gone' : isDead ? 'consecutive_failures' : null
  const isDisabled = webhook.is_active && reason !== null
  await updateWebhook(tx, webhook.id, {
    ...last,
    consecutive_failures: webhook.consecutive_failures + 1,
    failing_since: failingSince,
    ...(isDisabled && { is_active: false, disabled_reason: reason }),
  })
  return isDisabled ? reason : null
}

type NoticeCause = {
  webhook: WebhookRow
  delivery: DeliveryRow
  plan: Plan
  reason: 'gone' | 'consecutive_failures' | null
}

function noticesOf({ webhook, delivery, plan, reason }: NoticeCause): NewNotice[] {
  const { host } = new URL(webhook.url)
  const about = {
    organizationId: webhook.organization_id,
    link: `/app/#/webhooks/${webhook.id}`,
  }
  const notices: NewNotice[] = []
  // Spec: Delivery rules 3. Whoever presses "test" sees its result at once and gets no notice.
  if (plan.status === 'exhausted' && delivery.trigger !== 'test') {
    notices.push({
      ...about,
      link: `${about.link}?delivery=${delivery.id}`,
      kind: 'delivery_exhausted',
      title: `Webhook delivery to ${host} failed`,
      body: `${delivery.event} could not be delivered and is not tried again. (${delivery.id})`,
    })
  }
  if (reason) {
    const why = {
      gone: 'The receiver answered 410 Gone.',
      consecutive_failures: 'Every delivery of the last 5 days failed.',
    }
    notices.push({
      ...about,
      kind: 'webhook_disabled',
      title: `Webhook to ${host} switched off`,
      body: `${why[reason]} (${webhook.id})`,
    })
  }
  return notices
}
