import { requireReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { requireTime } from '../../core/iso-time.ts'
import { toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { standardHeaders } from './attempt.ts'
import { selectDeliveries, selectDelivery, type DeliveryRow } from './outbox-store.ts'
import type { Delivery, DeliveryDetail, DeliveryQuery } from './schema.ts'
import { requireWebhook } from './webhooks.ts'

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
export async function requireDelivery(
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
  // Older rows do not tell what was sent.
  attempts: row.attempts.map((one) => ({
    body_bytes: null,
    body_sha256: null,
    result: null,
    ...one,
  })),
  created_at: toIso(row.created_at),
  delivered_at: toIsoOrNull(row.delivered_at),
  exhausted_at: toIsoOrNull(row.exhausted_at),
})
