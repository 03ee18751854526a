import type { Command } from 'commander'
import type { Delivery, Event } from 'earshot/client'
import { choice, define, defineList } from './define.ts'
import type { Io } from './io.ts'

const states = ['pending', 'in_flight', 'retrying', 'delivered', 'exhausted', 'cancelled']
type Filters = {
  status?: Delivery['status']
  event?: Event['event']
  after?: string
  before?: string
}

/** earshot webhooks deliveries, delivery and retry */
export function addDeliveries(io: Io, webhooks: Command): void {
  defineList<Filters, Delivery>(io, webhooks, {
    name: 'deliveries <webhook>',
    about: 'list what was sent to it, newest first',
    options: [
      choice('--status <status>', 'only those in this state', states),
      ['--event <name>', 'only of this event'],
      ['--after <time>', 'only those made after this ISO 8601 time'],
      ['--before <time>', 'only those made before this ISO 8601 time'],
    ],
    examples: ['webhooks deliveries wh_… --status exhausted'],
    columns: [
      ['ID', ({ id }) => id],
      ['EVENT', ({ event }) => event],
      ['STATE', ({ status }) => status],
      ['TRIES', ({ attempt_count, max_attempts }) => `${attempt_count}/${max_attempts}`],
      ['ANSWER', (one) => one.last_response_status ?? one.last_error?.code],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: (api, page, { status, event, after, before }, webhookId = '') => {
      const query = {
        ...page,
        ...(status && { status }),
        ...(event && { event }),
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
      }
      return api.listWebhookDeliveries({ path: { webhookId }, query })
    },
  })
  define(io, webhooks, {
    name: 'delivery <webhook> <delivery>',
    about: 'show one, with what was sent and each try',
    examples: ['webhooks delivery wh_… dlv_…'],
    run: async ({ api, out }, _options, webhookId = '', deliveryId = '') => {
      const path = { webhookId, deliveryId }
      out.record((await (await api()).getWebhookDelivery({ path })).data)
    },
  })
  define(io, webhooks, {
    name: 'retry <webhook> <delivery>',
    about: 'send it again',
    examples: ['webhooks retry wh_… dlv_…'],
    run: async ({ api, out }, _options, webhookId = '', deliveryId = '') => {
      const path = { webhookId, deliveryId }
      out.record((await (await api()).retryWebhookDelivery({ path })).data)
    },
  })
}
