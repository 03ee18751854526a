import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Body, Failure, Id, IsoTime, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { eventNames } from '../events/events.ts'
import { omissions } from './results.ts'

const EventNames = Type.Array(StringEnum([...eventNames, '*']), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: 'Names of events, or * for all of them, also future ones',
  examples: [['transcription.completed']],
})
const ProjectIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Limits delivery to events of these projects; null for all projects',
  examples: [['proj_01kayr3c9nfq4tq4h6zr6yv0b2']],
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'HTTPS address, on port 443 or above 1023; private addresses are refused',
  examples: ['https://example.com/hooks/earshot'],
})
const Description = Nullable(Type.String({ maxLength: 2_000, examples: ['Updates the CRM'] }))

const IncludeResult = Type.Boolean({
  description:
    'Ours. Whether transcription.completed, transcript.updated, content_analysis.completed and ' +
    'project_insights.completed carry what they tell of in `data`, as `transcript`, `analysis` or ' +
    '`insights`, in the shape of the API and as it is when they are sent. What was said then goes to ' +
    'the address of the webhook. A body is at most 2 MB: a result that does not fit, was deleted or ' +
    'is in the bin is left out, and `data.result_omitted` says why',
  examples: [false],
})

/** Spec: Webhook endpoint, api-choices.md 5. The secret is not among the fields. */
export const Webhook = Type.Object(
  {
    id: Id('wh'),
    url: Type.String({ examples: ['https://example.com/hooks/earshot'] }),
    events: Type.Array(Type.String(), { examples: [['transcription.completed']] }),
    description: Nullable(Type.String({ examples: ['Updates the CRM'] })),
    project_ids: Nullable(
      Type.Array(Type.String(), {
        description: 'Only events of these projects; null for all',
        examples: [['proj_01kayr3c9nfq4tq4h6zr6yv0b2']],
      }),
    ),
    include_result: IncludeResult,
    is_active: Type.Boolean({ examples: [true] }),
    disabled_reason: Nullable(StringEnum(['user', 'consecutive_failures', 'gone'])),
    api_version: Type.String({ examples: ['2026-11-21'] }),
    secret_hint: Type.String({
      description: 'The last four characters of the secret',
      examples: ['Nq4='],
    }),
    previous_secret_expires_at: Nullable(Timestamp),
    consecutive_failures: Type.Integer({
      description: 'Failed attempts since the last success',
      examples: [0],
    }),
    last_delivery_at: Nullable(Timestamp),
    last_success_at: Nullable(Timestamp),
    created_by: Nullable(
      Type.String({
        description: 'Ours. The member whose key made it; null once that member is gone',
        examples: ['mem_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Webhook' },
)
export type Webhook = Static<typeof Webhook>

/** Spec: the secret is returned once at creation, and once by rotate-secret. */
export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: 'whsec_ and base64; shown this once',
      examples: ['whsec_MfKQ9r8GKYqrTwjU…'],
    }),
  },
  { title: 'WebhookWithSecret' },
)
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const NewWebhook = Body(
  {
    url: Url,
    events: EventNames,
    description: Type.Optional(Description),
    project_ids: Type.Optional(Nullable(ProjectIds)),
    include_result: Type.Optional(IncludeResult),
  },
  {
    title: 'WebhookInput',
    examples: [{ url: 'https://example.com/hooks/earshot', events: ['transcription.completed'] }],
  },
)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = Body(
  {
    url: Type.Optional(Url),
    events: Type.Optional(EventNames),
    description: Type.Optional(Description),
    project_ids: Type.Optional(Nullable(ProjectIds)),
    include_result: Type.Optional(IncludeResult),
    is_active: Type.Optional(Type.Boolean()),
  },
  {
    title: 'WebhookChange',
    examples: [{ events: ['transcription.completed', 'transcription.failed'] }],
  },
)
export type WebhookChange = Static<typeof WebhookChange>

const statuses = [
  ...(['pending', 'in_flight', 'retrying', 'delivered', 'exhausted', 'cancelled'] as const),
]
const Status = StringEnum(statuses)

const Attempt = Type.Object(
  {
    number: Type.Integer({ examples: [1] }),
    started_at: Timestamp,
    duration_ms: Type.Integer({ examples: [184] }),
    response_status: Nullable(Type.Integer({ examples: [200] })),
    error_code: Nullable(Type.String({ examples: ['timeout'] })),
    response_preview: Nullable(
      Type.String({ description: 'Start of the answer, up to 1 KB', examples: ['ok'] }),
    ),
    body_bytes: Nullable(
      Type.Integer({
        description: 'Size of the body that was sent; null where no connection was made',
        examples: [642],
      }),
    ),
    body_sha256: Nullable(
      Type.String({
        description: 'SHA-256 of the body that was sent, in hexadecimal',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
    ),
    result: Nullable(
      StringEnum(['included', ...omissions], {
        description:
          'Whether the body carried the result, and if not, why; null where none belongs to it',
      }),
    ),
  },
  { title: 'DeliveryAttempt' },
)

/** One event on its way to one endpoint (api-choices.md 6). */
export const Delivery = Type.Object(
  {
    id: Id('dlv'),
    webhook_id: Id('wh'),
    event_id: Id('evt'),
    event: Type.String({ examples: ['transcription.completed'] }),
    project_id: Nullable(Id('proj')),
    status: Status,
    trigger: StringEnum(['event', 'test', 'manual']),
    attempt_count: Type.Integer({ examples: [1] }),
    max_attempts: Type.Integer({ examples: [5] }),
    next_attempt_at: Nullable(Timestamp),
    last_response_status: Nullable(Type.Integer({ examples: [200] })),
    last_error: Nullable(Failure),
    attempts: Type.Array(Attempt),
    created_at: Timestamp,
    delivered_at: Nullable(Timestamp),
    exhausted_at: Nullable(Timestamp),
  },
  { title: 'Delivery' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryDetail = Type.Object(
  {
    ...Delivery.properties,
    payload: Nullable(
      Type.String({
        description:
          'The body, byte for byte as it is sent. A result that the webhook includes is added by each ' +
          'attempt and not kept: its `body_sha256` and `body_bytes` tell what went out',
        examples: ['{"id":"evt_01kayr3c9nfq4tq4h6zr6yv0b2","event":"transcription.completed"}'],
      }),
    ),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers of the latest attempt, without the signature',
      examples: [{ 'webhook-id': 'evt_01kayr3c9nfq4tq4h6zr6yv0b2' }],
    }),
  },
  { title: 'DeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

export const DeliveryQuery = Type.Object({
  status: Type.Optional({ ...Status, description: 'Only deliveries in this state' }),
  event: Type.Optional(StringEnum(eventNames, { description: 'Only deliveries of this event' })),
  created_after: Type.Optional(IsoTime('Only deliveries created after this ISO 8601 time')),
  created_before: Type.Optional(IsoTime('Only deliveries created before this ISO 8601 time')),
  ...paging,
})
export type DeliveryQuery = Static<typeof DeliveryQuery>

export const TestRequest = Body(
  {
    event: Type.Optional(
      StringEnum(eventNames, {
        description:
          'Send an example of this event, with `is_test: true`; left out, webhook.test. The ' +
          'endpoint need not subscribe to it',
        examples: ['transcription.completed'],
      }),
    ),
  },
  { title: 'WebhookTestRequest' },
)
export type TestRequest = Static<typeof TestRequest>

export const ReplayRequest = Body(
  {
    webhook_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only this active endpoint; left out, every one that subscribes to the event',
        examples: ['wh_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
  },
  { title: 'ReplayRequest' },
)
export type ReplayRequest = Static<typeof ReplayRequest>

export const Replay = Type.Object(
  {
    event_id: Id('evt'),
    deliveries: Type.Array(Delivery, {
      description: 'The new deliveries, one for each endpoint; none where nobody subscribes',
    }),
  },
  { title: 'Replay' },
)
export type Replay = Static<typeof Replay>
