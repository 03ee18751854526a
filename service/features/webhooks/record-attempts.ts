import { day, toIso } from '../../core/time.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordNotice, type NewNotice, type NoticeDeps } from '../notices/notices.ts'
import type { Outcome } from './attempt.ts'
import { holdBack, lockInFlight, updateAttempted, type Attempted } from './ended-store.ts'
import type { DueDelivery } from './next-store.ts'
import { cancelDeliveries } from './outbox-store.ts'
import { planRetry, type RetryPlan } from './retry-plan.ts'
import { lockWebhooks, updateHealth, type HealthRow, type WebhookRow } from './store.ts'

const failingLimitMs = 5 * day // api-choices.md 5

/** An attempt that is over. */
export type Ended = { due: DueDelivery; startedAt: Date; endedAt: Date; outcome: Outcome }
type Planned = Ended & { plan: RetryPlan | { status: 'delivered' } }
type Reason = 'gone' | 'consecutive_failures'

/**
 * Stores how attempts ended and what follows, all or nothing. Writes nothing of a delivery that was cancelled
 * meanwhile. The owner's notices are in the same transaction, so come once. Where an endpoint is
 * switched off, the other attempts at it are broken off.
 */
export async function recordAttempts(
  deps: Pick<Deps, 'db'> & NoticeDeps,
  ended: readonly Ended[],
): Promise<void> {
  const record = async (tx: Tx): Promise<void> => {
    // The endpoints first: what is recorded of them beside this waits here, in place of clashing.
    const webhooks = await lockWebhooks(tx, [...new Set(ended.map(({ due }) => due.webhook_id))])
    const current = await lockInFlight(
      tx,
      ended.map(({ due }) => due),
    )
    const planned = ended.filter(({ due }) => current.has(due.id)).map(toPlanned)
    const stories = webhooks.map((webhook) => tell(webhook, planned))
    const counted = stories.flatMap((story) => story.counted)
    await updateAttempted(tx, counted.map(toAttempted))
    await updateHealth(
      tx,
      stories.map((story) => story.health),
    )
    await holdBack(
      tx,
      counted.flatMap(({ due, plan: { status } }) => (status === 'retrying' ? [due.id] : [])),
    )
    for (const story of stories) await settle(deps, tx, story)
  }
  await deps.db.transaction(record, { isolation: 'read committed' })
}

function toPlanned(ended: Ended): Planned {
  const { due, endedAt: failedAt, outcome } = ended
  const { failure, responseStatus, retryAfter } = outcome
  if (!failure) return { ...ended, plan: { status: 'delivered' } }
  const [attempt, maxAttempts] = [due.attempt_count + 1, due.max_attempts]
  return {
    ...ended,
    plan: planRetry({ attempt, maxAttempts, failedAt, responseStatus, retryAfter }),
  }
}

function toAttempted({ due, startedAt, endedAt, outcome, plan }: Planned): Attempted {
  const { failure, responseStatus, preview, sent } = outcome
  const number = due.attempt_count + 1
  return {
    id: due.id,
    status: plan.status,
    attempt_count: number,
    attempt: {
      number,
      started_at: toIso(startedAt),
      duration_ms: Math.max(0, endedAt.getTime() - startedAt.getTime()),
      response_status: responseStatus,
      error_code: failure?.code ?? null,
      response_preview: preview,
      body_bytes: sent?.bytes ?? null,
      body_sha256: sent?.sha256 ?? null,
      result: sent?.result ?? null,
    },
    next_attempt_at: plan.status === 'retrying' ? plan.nextAttemptAt : null,
    last_response_status: responseStatus,
    last_error_code: failure?.code ?? null,
    last_error_message: failure?.message ?? null,
    delivered_at: plan.status === 'delivered' ? endedAt : null,
    exhausted_at: plan.status === 'exhausted' ? endedAt : null,
  }
}

/** What attempts say of an endpoint, and why it is switched off, where it now is. */
type Story = { webhook: WebhookRow; counted: Planned[]; health: HealthRow; reason: Reason | null }

const toHealth = (row: WebhookRow): HealthRow => ({
  id: row.id,
  is_active: row.is_active,
  disabled_reason: row.disabled_reason,
  consecutive_failures: row.consecutive_failures,
  failing_since: row.failing_since,
  last_delivery_at: row.last_delivery_at,
  last_success_at: row.last_success_at,
})

/** Attempts that ended after the one that switches it off count no more. */
function tell(webhook: WebhookRow, planned: readonly Planned[]): Story {
  const story: Story = { webhook, counted: [], health: toHealth(webhook), reason: null }
  for (const one of planned) {
    if (one.due.webhook_id !== webhook.id || story.reason !== null) continue
    story.counted.push(one)
    const { health, reason } = judge(story.health, one)
    story.health = health
    story.reason = webhook.is_active ? reason : null
  }
  if (story.reason === null) return story
  const switchedOff = { is_active: false, disabled_reason: story.reason }
  return { ...story, health: { ...story.health, ...switchedOff } }
}

/** The endpoint's counters after an attempt, and why it should be switched off. */
function judge(
  before: HealthRow,
  { due, endedAt, outcome, plan }: Planned,
): { health: HealthRow; reason: Reason | null } {
  const last = { ...before, last_delivery_at: endedAt }
  if (plan.status === 'delivered') {
    const healthy = { consecutive_failures: 0, failing_since: null, last_success_at: endedAt }
    return { health: { ...last, ...healthy }, reason: null }
  }
  const isGone = outcome.responseStatus === 410
  // Choice: a failed test says nothing about deliveries; only 410 counts, the receiver said stop.
  if (due.trigger === 'test' && !isGone) return { health: last, reason: null }
  const failingSince = before.failing_since ?? endedAt
  const hasFailedLong = endedAt.getTime() - failingSince.getTime() >= failingLimitMs
  // Choice: judged when a delivery is given up, so that one slip after a quiet week disables nothing.
  const isDead = plan.status === 'exhausted' && hasFailedLong
  const failures = before.consecutive_failures + 1
  return {
    health: { ...last, consecutive_failures: failures, failing_since: failingSince },
    reason: isGone ? 'gone' : isDead ? 'consecutive_failures' : null,
  }
}

async function settle(
  deps: NoticeDeps,
  tx: Tx,
  { webhook, counted, reason }: Story,
): Promise<void> {
  for (const one of counted) {
    const isLast = one === counted.at(-1)
    const notices = noticesOf(webhook, one, isLast ? reason : null)
    for (const notice of notices) await recordNotice(deps, tx, notice)
  }
  if (reason === null) return
  afterCommit(tx, (signals) => signals.emit('deliveries.cancelled', { webhookId: webhook.id }))
  await cancelDeliveries(tx, webhook.id)
}

function noticesOf(
  webhook: WebhookRow,
  { due: delivery, plan }: Planned,
  reason: Reason | null,
): NewNotice[] {
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
