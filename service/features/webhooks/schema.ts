import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Body, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { eventNames } from '../events/events.ts'

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
})
const Url = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'HTTPS address, on port 443 or above 1023; private addresses are refused',
  examples: ['https://example.com/hooks/earshot'],
})
const Description = Nullable(Type.String({ maxLength: 2_000 }))

/** Spec: Webhook endpoint, choices.md 5. The secret is not among the fields. */
export const Webhook = Type.Object(
  {
    id: Id('wh'),
    url: Type.String(),
    events: Type.Array(Type.String()),
    description: Nullable(Type.String()),
    project_ids: Nullable(Type.Array(Type.String())),
    is_active: Type.Boolean(),
    disabled_reason: Nullable(StringEnum(['user', 'consecutive_failures', 'gone'])),
    api_version: Type.String({ examples: ['2026-11-21'] }),
    secret_hint: Type.String({ description: 'The last four characters of the secret' }),
    previous_secret_expires_at: Nullable(Timestamp),
    consecutive_failures: Type.Integer({ description: 'Failed attempts since the last success' }),
    last_delivery_at: Nullable(Timestamp),
    last_success_at: Nullable(Timestamp),
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
    secret: Type.String({ description: 'whsec_ and base64; shown this once' }),
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
  },
  { title: 'NewWebhook' },
)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChange = Body(
  {
    url: Type.Optional(Url),
    events: Type.Optional(EventNames),
    description: Type.Optional(Description),
    project_ids: Type.Optional(Nullable(ProjectIds)),
    is_active: Type.Optional(Type.Boolean()),
  },
  { title: 'WebhookChange' },
)
export type WebhookChange = Static<typeof WebhookChange>

const statuses = [
  ...(['pending', 'in_flight', 'retrying', 'delivered', 'exhausted', 'cancelled'] as const),
]
const Status = StringEnum(statuses)

const Attempt = Type.Object(
  {
    number: Type.Integer(),
    started_at: Timestamp,
    duration_ms: Type.Integer(),
    response_status: Nullable(Type.Integer()),
    error_code: Nullable(Type.String()),
    response_preview: Nullable(Type.String({ description: 'Start of the answer, up to 1 KB' })),
  },
  { title: 'DeliveryAttempt' },
)

/** One event on its way to one endpoint (choices.md 6). */
export const Delivery = Type.Object(
  {
    id: Id('dlv'),
    webhook_id: Id('wh'),
    event_id: Id('evt'),
    event: Type.String(),
    project_id: Nullable(Type.String()),
    status: Status,
    trigger: StringEnum(['event', 'test', 'manual']),
    attempt_count: Type.Integer(),
    max_attempts: Type.Integer(),
    next_attempt_at: Nullable(Timestamp),
    last_response_status: Nullable(Type.Integer()),
    last_error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
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
    payload: Nullable(Type.String({ description: 'The body, byte for byte as it is sent' })),
    request_headers: Type.Record(Type.String(), Type.String(), {
      description: 'Headers of the latest attempt, without the signature',
    }),
  },
  { title: 'DeliveryDetail' },
)
export type DeliveryDetail = Static<typeof DeliveryDetail>

const Moment = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }))
export const DeliveryQuery = Type.Object({
  status: Type.Optional(Status),
  event: Type.Optional(StringEnum(eventNames)),
  created_after: Moment('Only deliveries created after this ISO 8601 time'),
  created_before: Moment('Only deliveries created before this ISO 8601 time'),
  ...paging,
})
export type DeliveryQuery = Static<typeof DeliveryQuery>
