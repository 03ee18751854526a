import { mayReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { currentTrace } from '../../core/observe.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import {
  buildEnvelope,
  selectEvent,
  selectWithEarlierUnsent,
  storeEvent,
  type EventRow,
} from '../events/events.ts'
import { requireEvent } from '../events/read-events.ts'
import { requireDelivery, toDelivery } from './deliveries.ts'
import { insertDeliveries, insertDelivery, selectFirstPayload } from './outbox-store.ts'
import { maxAttempts } from './retry-plan.ts'
import { buildSample } from './sample.ts'
import type { Delivery, Replay, ReplayRequest, TestRequest } from './schema.ts'
import { isInProjects, selectSubscribers, selectWebhook, type WebhookRow } from './store.ts'
import { requireWebhook } from './webhooks.ts'

export type OutboxDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'baseUrl'>

/** An event that is to go to its webhooks, and the trace that its deliveries go on with. */
type FanOut = { eventId: string; traceparent: string | null }

/** Makes one delivery of each event for each active endpoint that wants it; safe to run twice. */
export async function fanOut(
  deps: OutboxDeps,
  causes: readonly FanOut[],
  finish: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const traces = new Map(causes.map(({ eventId, traceparent }) => [eventId, traceparent]))
  await deps.db.transaction(async (tx) => {
    if (!(await finish(tx))) return
    // With earlier ones of the recordings whose turn has not come: their deliveries are to be there first.
    const events = await selectWithEarlierUnsent(tx, [...traces.keys()])
    const subscribers = new Map<string, WebhookRow[]>()
    const rows = []
    for (const event of events) {
      const kind = JSON.stringify([event.organization_id, event.project_id, event.event])
      const webhooks = subscribers.get(kind) ?? (await selectSubscribers(tx, event))
      subscribers.set(kind, webhooks)
      const traceparent = traces.get(event.id) ?? currentTrace()
      for (const webhook of webhooks)
        rows.push({ ...newDelivery(deps, { webhook, event, trigger: 'event' }), traceparent })
    }
    await insertDeliveries(tx, rows)
    wakeOutbox(tx)
  })
}

const wakeOutbox = (tx: Tx): void => afterCommit(tx, (signals) => signals.emit('deliveries.due'))

type Cause = { webhook: WebhookRow; event: EventRow; trigger: 'event' | 'test' | 'manual' }

const newDelivery = (deps: OutboxDeps, { webhook, event, trigger }: Cause) => ({
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
  traceparent: currentTrace(),
  ...(trigger === 'event' && placeOf(event)),
})

/** Deliveries about one recording follow the order of its events; what was sent by hand does not. */
function placeOf({ data, position }: EventRow) {
  const { content_id: contentId } = data
  return typeof contentId === 'string' ? { content_id: contentId, position } : {}
}

/**
 * Spec: sends a webhook.test event to this endpoint, also to an inactive one, and to no other; or, by
 * choice, what another event would look like.
 */
export async function testWebhook(
  deps: OutboxDeps,
  caller: Caller,
  id: string,
  { event: shown = 'webhook.test' }: TestRequest,
): Promise<Delivery> {
  return deps.db.transaction(async (tx) => {
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
    const sample = shown !== 'webhook.test' && {
      event: shown,
      payload: buildSample(deps, event, { event: shown, webhook }),
    }
    wakeOutbox(tx)
    return toDelivery(await insertDelivery(tx, { ...row, ...sample }))
  })
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
  return db.transaction(async (tx) => {
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
      traceparent: currentTrace(),
    })
    wakeOutbox(tx)
    return toDelivery(row)
  })
}

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
  return deps.db.transaction(async (tx) => {
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
    wakeOutbox(tx)
    return { event_id: event.id, deliveries }
  })
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
