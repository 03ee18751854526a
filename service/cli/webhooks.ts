import { findProject, type EarshotEvent } from 'earshot/client'
import { command, group } from './command.ts'
import { operation, sayWhatToChange, type FieldOption } from './operation.ts'
import { toText } from './tables.ts'

const between: readonly FieldOption[] = [
  ['--after <time>', 'only those after this ISO 8601 time', 'created_after'],
  ['--before <time>', 'only those before this ISO 8601 time', 'created_before'],
]
const subscription: readonly FieldOption[] = [
  ['--description <text>', 'what listens there'],
  ['--projects <ids...>', 'only events of these projects', 'project_ids'],
  ['--include-result', 'also send what was said, and what follows from it, to this address'],
]

/** earshot webhooks … */
export const webhooks = group('webhooks', 'addresses that are told what happened', [
  operation('listWebhooks', 'list', 'list them, newest first', {
    columns: {
      ID: 'id',
      ADDRESS: 'url',
      EVENTS: 'events',
      STATE: ({ is_active, disabled_reason }) => (is_active ? 'on' : `off: ${disabled_reason}`),
    },
  }),
  operation('getWebhook', 'show <webhook>', 'show one, by id'),
  operation(
    'createWebhook',
    'create <url>',
    'register an https address; prints the secret it signs with, this once',
    {
      options: [['--events <names...>', 'what to tell; without it, everything'], ...subscription],
      examples: [
        'webhooks create https://hooks.example.org/in --events transcription.completed',
        'webhooks create https://hooks.example.org/in --events content_analysis.completed --include-result',
      ],
      fields: ({ events = ['*'] }: { events?: string[] }) => ({ events }),
    },
  ),
  operation(
    'updateWebhook',
    'update <webhook>',
    'change its address or events, switch it on or off',
    {
      options: [
        ['--url <url>', 'another https address'],
        ['--events <names...>', 'what to tell'],
        ...subscription,
        ['--no-include-result', 'send it no longer; each event has the address to read it from'],
        ['--on', 'switch it on'],
        ['--off', 'switch it off'],
      ],
      examples: ['webhooks update wh_… --off', 'webhooks update wh_… --no-include-result'],
      fields: ({ on, off }: { on?: boolean; off?: boolean }) =>
        on || off ? { is_active: on === true } : {},
      unchanged: sayWhatToChange,
    },
  ),
  operation(
    'deleteWebhook',
    'delete <webhook>',
    'delete one; what it was still to be told is cancelled',
    {
      removes: (id) => `webhook ${id}`,
    },
  ),
  operation(
    'rotateWebhookSecret',
    'rotate-secret <webhook>',
    'make a new secret; the old one is valid for another 24 hours',
  ),
  operation('testWebhook', 'test <webhook>', 'send it a test event, once', {
    options: [['--event <name>', 'an example of this event; without it, webhook.test']],
    examples: ['webhooks test wh_… --event transcription.completed'],
  }),
  operation(
    'listWebhookDeliveries',
    'deliveries <webhook>',
    'list what was sent to it, newest first',
    {
      options: [
        ['--status <status>', 'only those in this state'],
        ['--event <name>', 'only of this event'],
        ...between,
      ],
      examples: ['webhooks deliveries wh_… --status exhausted'],
      columns: {
        ID: 'id',
        EVENT: 'event',
        STATE: 'status',
        TRIES: ({ attempt_count, max_attempts }) => `${attempt_count}/${max_attempts}`,
        ANSWER: (one) => one.last_response_status ?? one.last_error?.code,
        CREATED: 'created_at',
      },
    },
  ),
  operation(
    'getWebhookDelivery',
    'delivery <webhook> <delivery>',
    'show one, with what was sent and each attempt',
  ),
  operation('retryWebhookDelivery', 'retry <webhook> <delivery>', 'send it again'),
])

const ofEvents: readonly FieldOption[] = [
  ['--event <names...>', 'only of these names'],
  ['--project <project>', 'only of this project: id, slug or name', 'project_id'],
]
type FollowOptions = {
  event?: EarshotEvent['event'][]
  project?: string
  since?: string
  count?: string
}

/** earshot events … */
export const events = group('events', 'what happened in the last 30 days, and what happens now', [
  operation('listEvents', 'list', 'list them, newest first', {
    options: [...ofEvents, ...between],
    examples: ['events list', 'events list --event transcription.failed --all'],
    columns: {
      ID: 'id',
      EVENT: 'event',
      CREATED: 'created_at',
      ABOUT: ({ data }) => toText(data['filename'] ?? data['name'] ?? data['email']),
    },
  }),
  operation('getEvent', 'show <event>', 'show one, by id'),
  command<FollowOptions>({
    line: 'follow',
    about: 'print each event as it happens, until Ctrl-C; with --json one document per line',
    options: [
      ...ofEvents.map(([flags, about]) => [flags, about] as const),
      ['--since <event>', 'begin after this event'],
      ['--count <number>', 'end after so many'],
    ],
    examples: ['events follow', 'events follow --event transcription.completed --json'],
    run: async ({ api, out, io: { signal } }, { event, project, since, count }) => {
      const client = await api()
      const found = project === undefined ? null : await findProject(client, project)
      const stream = client.streamEvents({
        signal,
        onOpen: () => out.step('events')('following', 0),
        ...(event && { events: event }),
        ...(found && { projectId: found.id }),
        ...(since && { lastEventId: since }),
      })
      let left = count === undefined ? Infinity : Number(count)
      for await (const one of stream) {
        out.line(one, `${toText(one.created_at)}  ${one.event}  ${JSON.stringify(one.data)}`)
        left -= 1
        if (left <= 0) break
      }
    },
  }),
  operation('replayEvent', 'replay <event>', 'send it to the webhooks that want it, once more', {
    options: [['--webhook <id>', 'to this one only', 'webhook_id']],
    examples: ['events replay evt_… --webhook wh_…'],
    lines: ({ event_id, deliveries }) => [
      `${deliveries.length} deliveries of ${event_id}`,
      ...deliveries.map(({ id, webhook_id }) => `  ${id} to ${webhook_id}`),
    ],
  }),
])
