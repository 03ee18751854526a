import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Event types; the further ones are our choice (choices.md 10). */
export const eventNames = [
  'content.created',
  'content.deleted',
  'transcription.started',
  'transcription.completed',
  'transcription.failed',
  'content_analysis.completed',
  'content_analysis.failed',
  'project_insights.completed',
  'project_insights.failed',
  'project.created',
  'project.updated',
  'project.deleted',
  'member.added',
  'member.updated',
  'member.removed',
  'invitation.created',
  'invitation.accepted',
  'invitation.revoked',
  'webhook.test',
] as const

export type EventName = (typeof eventNames)[number]

/** Spec: Versioning 2. An endpoint keeps the version it was created with (choices.md 16). */
export const eventApiVersion = '2026-11-21'

const ApiLink = Type.String({
  description: 'Address of the resource in this API; null where there is none left',
  examples: ['http://127.0.0.1:4777/v1/projects/proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
})

/** Spec: Event envelope. The shape of `data` depends on the event: eventData in event-data.ts. */
export const Envelope = Type.Object(
  {
    id: Type.String({
      description: 'Identifier of the event, the same in every repetition: use it for idempotency',
      examples: ['evt_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
    event: StringEnum(eventNames, {
      description: 'What happened. More will come: ignore the ones you do not know',
      examples: ['transcription.completed'],
    }),
    api_version: Type.String({
      description: 'Version of this shape, year-month-day',
      examples: [eventApiVersion],
    }),
    created_at: Timestamp,
    organization_id: Id('org'),
    project_id: Nullable(Id('proj')),
    data: Type.Object({}, { additionalProperties: true, description: 'Depends on the event' }),
    links: Type.Object({ api: Nullable(ApiLink) }),
  },
  { description: 'One event, as webhooks send it' },
)
export type Envelope = Static<typeof Envelope>
