import { mayReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Tx } from '../../db/database.ts'
import { requireEvent } from '../events/read-events.ts'
import type { EventRow } from '../events/events.ts'
import { newDelivery, toDelivery, type OutboxDeps } from './deliveries.ts'
import { insertDelivery, selectFirstPayload } from './delivery-store.ts'
import type { Replay, ReplayRequest } from './schema.ts'
import { wakeOutbox } from './signals.ts'
import { isInProjects, selectSubscribers, selectWebhook, type WebhookRow } from './store.ts'

/**
 * Sends a kept event again, with the same id, as new deliveries with all their attempts: to one
 * endpoint, or to every active one that subscribes. Spec: Delivery rules 5, stored for 30 days.
 */
export async function replayEvent(
  deps: OutboxDeps,
  caller: Caller,
  eventId: string,
  { webhook_id: webhookId }: ReplayRequest,
): Promise<Replay> {
  const replay = await deps.db.transaction(async (tx) => {
    const event = await requireEvent(deps, tx, caller, eventId)
    const webhooks =
      webhookId === undefined
        ? await selectTargets(tx, caller, event)
        : [await requireTarget(tx, caller, event, webhookId)]
    const deliveries = []
    for (const webhook of webhooks) {
      const row = newDelivery(deps, { webhook, event, trigger: 'manual' })
      // The bytes that went out before: whoever compares by more than the id finds no difference.
      const payload = (await selectFirstPayload(tx, webhook.id, event.id)) ?? row.payload
      deliveries.push(toDelivery(await insertDelivery(tx, { ...row, payload })))
    }
    return { event_id: event.id, deliveries }
  })
  wakeOutbox(deps.db)
  return replay
}

/** Choice: a restricted key sends to the endpoints that lie within its own projects only. */
async function selectTargets(tx: Tx, caller: Caller, event: EventRow): Promise<WebhookRow[]> {
  const subscribers = await selectSubscribers(tx, event)
  return subscribers.filter((row) => isManaged(caller, row) && isMeantFor(event, row))
}

/**
 * Choice: the one named need not subscribe to this event (it may have been set up later), but gets
 * nothing from beyond its projects (spec: Delivery rules 6).
 */
async function requireTarget(
  tx: Tx,
  caller: Caller,
  event: EventRow,
  id: string,
): Promise<WebhookRow> {
  const row = await selectWebhook(tx, caller.organizationId, id)
  const refuse = (code: string, text: string) => errors.invalid('webhook_id', code, text)
  if (!row || !isManaged(caller, row)) throw refuse('unknown', `There is no webhook ${id}.`)
  if (!row.is_active) throw refuse('inactive', 'Switch the webhook on before sending again.')
  if (!isInProjects(row, event.project_id) || !isMeantFor(event, row)) {
    throw refuse('out_of_reach', 'This webhook does not get events of that project.')
  }
  return row
}

const isManaged = (caller: Caller, { project_ids: ids }: WebhookRow): boolean =>
  caller.projectIds === null || (ids?.every((id) => mayReach(caller, id)) ?? false)

/** A test was for its own endpoint and for no other. */
const isMeantFor = (event: EventRow, { id }: WebhookRow): boolean =>
  event.event !== 'webhook.test' || event.data['webhook_id'] === id
