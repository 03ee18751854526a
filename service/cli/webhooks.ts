import type { Command } from 'commander'
import type { NewWebhook, Webhook, WebhookChange } from 'earshot/client'
import { addDeliveries } from './deliveries.ts'
import { define, defineList, defineRemove, noun } from './define.ts'
import { UsageError, type Io } from './io.ts'

type Names = NewWebhook['events']
type Fields = { events?: Names; description?: string; projects?: string[] }
const fields = [
  ['--description <text>', 'what listens there'],
  ['--projects <ids...>', 'only events of these projects'],
] as const

/** earshot webhooks … */
export function addWebhooks(io: Io, program: Command): void {
  const webhooks = noun(program, 'webhooks', 'addresses that are told what happened')
  defineList<object, Webhook>(io, webhooks, {
    name: 'list',
    about: 'list them, newest first',
    examples: ['webhooks list'],
    columns: [
      ['ID', ({ id }) => id],
      ['ADDRESS', ({ url }) => url],
      ['EVENTS', ({ events }) => events],
      ['STATE', ({ is_active, disabled_reason }) => (is_active ? 'on' : `off: ${disabled_reason}`)],
    ],
    load: (api, query) => api.listWebhooks({ query }),
  })
  define(io, webhooks, {
    name: 'show <webhook>',
    about: 'show one, by id',
    examples: ['webhooks show wh_…'],
    run: async ({ api, out }, _options, webhookId = '') =>
      out.record((await (await api()).getWebhook({ path: { webhookId } })).data),
  })
  define<Fields>(io, webhooks, {
    name: 'create <url>',
    about: 'register an https address; prints the secret it signs with, this once',
    options: [['--events <names...>', 'what to tell; without it, everything'], ...fields],
    examples: ['webhooks create https://hooks.example.org/in --events transcription.completed'],
    run: async ({ api, out }, options, url = '') => {
      const body = { url, ...toBody({ events: ['*'], ...options }) }
      out.record((await (await api()).createWebhook({ body: withEvents(body) })).data)
    },
  })
  addUpdate(io, webhooks)
  defineRemove(io, webhooks, {
    name: 'delete <webhook>',
    about: 'delete one; what it was still to be told is cancelled',
    examples: ['webhooks delete wh_… --yes'],
    what: (id) => `webhook ${id}`,
    remove: async (api, _options, webhookId = '') =>
      (await api.deleteWebhook({ path: { webhookId } })).data,
  })
  define(io, webhooks, {
    name: 'rotate-secret <webhook>',
    about: 'make a new secret; the old one is valid for another 24 hours',
    examples: ['webhooks rotate-secret wh_…'],
    run: async ({ api, out }, _options, webhookId = '') =>
      out.record((await (await api()).rotateWebhookSecret({ path: { webhookId } })).data),
  })
  define(io, webhooks, {
    name: 'test <webhook>',
    about: 'send it a test event, once',
    examples: ['webhooks test wh_…'],
    run: async ({ api, out }, _options, webhookId = '') =>
      out.record((await (await api()).testWebhook({ path: { webhookId } })).data),
  })
  addDeliveries(io, webhooks)
}

function addUpdate(io: Io, webhooks: Command): void {
  define<Fields & { url?: string; on?: boolean; off?: boolean }>(io, webhooks, {
    name: 'update <webhook>',
    about: 'change its address or events, switch it on or off',
    options: [
      ['--url <url>', 'another https address'],
      ['--events <names...>', 'what to tell'],
      ...fields,
      ['--on', 'switch it on'],
      ['--off', 'switch it off'],
    ],
    examples: ['webhooks update wh_… --off', 'webhooks update wh_… --events content.created'],
    run: async ({ api, out }, { url, on, off, ...options }, webhookId = '') => {
      const body: WebhookChange = {
        ...toBody(options),
        ...(url !== undefined && { url }),
        ...((on || off) && { is_active: on === true }),
      }
      if (Object.keys(body).length === 0) throw new UsageError('Say what to change; see --help.')
      out.record((await (await api()).updateWebhook({ path: { webhookId }, body })).data)
    },
  })
}

const toBody = ({ events, description, projects }: Fields) => ({
  ...(events && { events }),
  ...(description !== undefined && { description }),
  ...(projects && { project_ids: projects }),
})

const withEvents = <T extends { events?: Names }>(body: T): T & { events: Names } => ({
  ...body,
  events: body.events ?? ['*'],
})
