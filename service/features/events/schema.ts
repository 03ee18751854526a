import { Type, type Static } from 'typebox'
import { currentApiVersion } from '../../core/api-version.ts'
import { paging } from '../../http/paging.ts'
import { Id, IsoTime, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

/** Spec: Event types; the further ones are our choice (api-choices.md 10). */
export const eventNames = [
  'content.created',
  'content.deleted',
  'transcription.started',
  'transcription.progress',
  'transcription.completed',
  'transcription.failed',
  'transcript.updated',
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

const ApiLink = Type.String({
  description: 'Address of the resource in this API; of the list it was in, where it is gone',
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
      examples: [currentApiVersion],
    }),
    created_at: Timestamp,
    organization_id: Id('org'),
    project_id: Nullable(Id('proj')),
    data: Type.Object({}, { additionalProperties: true, description: 'Depends on the event' }),
    links: Type.Object({ api: ApiLink }, { title: 'EventLinks' }),
    is_test: Type.Optional(
      Type.Boolean({
        description:
          'Sent by the test operation as an example of this event: nothing happened, and its ids name nothing',
      }),
    ),
  },
  { title: 'EarshotEvent', description: 'One event, as webhooks send it' },
)
export type Envelope = Static<typeof Envelope>

const Name = StringEnum(eventNames)
const filters = {
  event: Type.Optional(
    Type.Union([Name, Type.Array(Name, { minItems: 1, maxItems: 50 })], {
      description: 'Only events of this name; given several times, of any of the names',
      examples: ['transcription.completed'],
    }),
  ),
  project_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Only events of this project' }),
  ),
  created_after: Type.Optional(IsoTime('Only events created after this ISO 8601 time')),
  created_before: Type.Optional(IsoTime('Only events created before this ISO 8601 time')),
}
const EventFilterQuery = Type.Object(filters)
export type EventFilterQuery = Static<typeof EventFilterQuery>

export const EventQuery = Type.Object({ ...filters, ...paging })
export type EventQuery = Static<typeof EventQuery>

/** Choice: as last_event_id it stands before everything that is kept. */
export const startOfStream = `evt_${'0'.repeat(26)}`

const LastId = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: `Go on behind this event. ${startOfStream} stands before all that is kept`,
    examples: ['evt_01kayr3c9nfq4tq4h6zr6yv0b2'],
  }),
)
export const StreamQuery = Type.Object({ ...filters, last_event_id: LastId })
export type StreamQuery = EventFilterQuery & { last_event_id?: string | undefined }

export const LastEventId = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'As last_event_id, and before it; browsers send it by themselves' }),
  ),
})

/** text/event-stream is no JSON: the document shows what arrives. */
export const StreamText = {
  description: 'Blocks of id, event and data, each with one event',
  content: {
    'text/event-stream': {
      schema: Type.String({
        examples: [
          'id: evt_01kayr3c9nfq4tq4h6zr6yv0b2\nevent: content.deleted\ndata: {"id":"evt_…"}\n\n',
        ],
      }),
    },
  },
}

export const streamGuide = `Stays open and sends each event when it is committed: \`id\`, \`event\`
(its name) and \`data\` (the JSON that webhooks send). Without \`last_event_id\`, the header or
\`created_after\` it begins with what happens next; the first block only sets an id, so that nothing
is missed by whoever is cut off before the first event. With one it goes on behind that event, nothing
skipped and nothing doubled. Where that event is not kept any more (30 days), the stream begins with
\`event: stream.reset\` and then everything that is kept: something may be missing between. A comment
every 15 seconds shows that the connection lives. At most 20 streams per key; a revoked key's end.`
