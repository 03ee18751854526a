import { requireReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { requireTime } from '../../core/iso-time.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { buildEnvelope, selectEvent, storeEvent, type EventRow } from '../events/events.ts'
import {
  insertDeliveries,
  insertDelivery,
  selectDeliveries,
  selectDelivery,
  type DeliveryRow,
} from './delivery-store.ts'
import { maxAttempts } from './retry-plan.ts'
import type { Delivery, DeliveryDetail, DeliveryQuery } from './schema.ts'
import { standardHeaders } from './send.ts'
import { wakeOutbox } from './signals.ts'
import { selectSubscribers, type WebhookRow } from './store.ts'
import { requireWebhook } from './webhooks.ts'

export type OutboxDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'baseUrl'>

/** Makes one delivery for each active endpoint that wants the event; safe to run twice. */
export async function fanOut(
  deps: OutboxDeps,
  eventId: string,
  isCurrent: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await isCurrent(tx))) return
    const event = await selectEvent(tx, eventId)
    if (!event) return
    const webhooks = await selectSubscribers(tx, event)
    const rows = webhooks.map((webhook) => newDelivery(deps, { webhook, event, trigger: 'event' }))
    await insertDeliveries(tx, rows)
  })
  wakeOutbox(deps.db)
}

type Cause = { webhook: WebhookRow; event: EventRow; trigger: 'event' | 'test' | 'manual' }

export const newDelivery = (deps: OutboxDeps, { webhook, event, trigger }: Cause) => ({
  id: newId('dlv'),
  webhook_id: webhook.id,
  event_id: event.id,
  event: event.event,
  project_id: event.project_id,
  payload: buildEnvelope(deps, event, webhook.api_version),
  status: 'pending' as const,
  trigger,
  // Choice: a test is one attempt, so that its result is there at once.
  max_attempts: trigger === 'test' ? 1 : maxAttempts,
  next_attempt_at: deps.clock.now(),
  created_at: deps.clock.now(),
})

export async function listDeliveries(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  webhookId: string,
  query: DeliveryQuery,
) {
  await requireWebhook(db.sql, caller, webhookId)
  const { limit, cursor, status, event, created_after: after, created_before: before } = query
  const filters = {
    status,
    event,
    createdAfter: requireTime('created_after', after),
    createdBefore: requireTime('created_before', before),
    projectIds: caller.projectIds,
  }
  const request = { limit, cursor, filters: { ...filters, webhookId }, key: keys.cursor }
  const { items, nextCursor } = await selectDeliveries(db.sql, webhookId, filters, request)
  return { items: items.map(toDelivery), nextCursor }
}

/**
 * Of an endpoint that is limited to the key's projects now, but may have been wider: what it was
 * sent of other projects or of the organization stays hidden.
 */
async function requireDelivery(
  sql: Sql,
  caller: Caller,
  webhookId: string,
  id: string,
): Promise<DeliveryRow> {
  const row = await selectDelivery(sql, webhookId, id)
  if (!row) throw errors.notFound('delivery')
  if (caller.projectIds && row.trigger !== 'test') requireReach(caller, row.project_id ?? '')
  return row
}

export async function readDelivery(
  { db, version }: Pick<Deps, 'db' | 'version'>,
  caller: Caller,
  webhookId: string,
  id: string,
): Promise<DeliveryDetail> {
  await requireWebhook(db.sql, caller, webhookId)
  const row = await requireDelivery(db.sql, caller, webhookId, id)
  const sentAt = row.attempts.at(-1)?.started_at
  return {
    ...toDelivery(row),
    payload: row.payload === '' ? null : row.payload, // erased with its project
    request_headers: {
      ...standardHeaders(version),
      'webhook-id': row.event_id,
      ...(sentAt && { 'webhook-timestamp': String(Math.floor(Date.parse(sentAt) / 1_000)) }),
    },
  }
}

/** Spec: sends a webhook.test event to this endpoint, also to an inactive one, and to no other. */
export async function testWebhook(deps: OutboxDeps, caller: Caller, id: string): Promise<Delivery> {
  const delivery = await deps.db.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, caller, id)
    const eventId = await storeEvent(deps, tx, {
      event: 'webhook.test',
      organizationId: webhook.organization_id,
      projectId: null,
      data: { webhook_id: id, message: 'This is a test. Nothing happened.' },
      link: `/v1/webhooks/${id}`,
    })
    const event = await selectEvent(tx, eventId)
    if (!event) throw new Error('The event just stored is gone.')
    const row = newDelivery(deps, { webhook, event, trigger: 'test' })
    return toDelivery(await insertDelivery(tx, row))
  })
  wakeOutbox(deps.db)
  return delivery
}

/**
 * Sends a delivery again: the same event and bytes, a new series of attempts.
 * Choice: as a new delivery, so that the record of the first stays and a fan-out that runs again
 * still finds it.
 */
export async function retryDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  webhookId: string,
  id: string,
): Promise<Delivery> {
  const delivery = await db.transaction(async (tx) => {
    const webhook = await requireWebhook(tx, caller, webhookId)
    const before = await requireDelivery(tx, caller, webhookId, id)
    if (before.payload === '') throw errors.notFound('delivery')
    if (!webhook.is_active) {
      throw errors.invalid('is_active', 'inactive', 'Switch the webhook on before sending again.')
    }
    const row = await insertDelivery(tx, {
      id: newId('dlv'),
      webhook_id: webhookId,
      event_id: before.event_id,
      event: before.event,
      project_id: before.project_id,
      payload: before.payload,
      status: 'pending',
      trigger: 'manual',
      max_attempts: maxAttempts,
      next_attempt_at: clock.now(),
      created_at: clock.now(),
    })
    return toDelivery(row)
  })
  wakeOutbox(db)
  return delivery
}

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event: row.event,
  project_id: row.project_id,
  status: row.status,
  trigger: row.trigger,
  attempt_count: row.attempt_count,
  max_attempts: row.max_attempts,
  next_attempt_at: toIsoOrNull(row.next_attempt_at),
  last_response_status: row.last_response_status,
  last_error: row.last_error_code
    ? { code: row.last_error_code, message: row.last_error_message ?? '' }
    : null,
  attempts: row.attempts,
  created_at: toIso(row.created_at),
  delivered_at: toIsoOrNull(row.delivered_at),
  exhausted_at: toIsoOrNull(row.exhausted_at),
})
