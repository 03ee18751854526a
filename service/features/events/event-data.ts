import { Type, type Static, type TObject } from 'typebox'
import { Failure, Id, Nullable, StringEnum } from '../../http/shapes.ts'
import type { EventName } from './schema.ts'

const Filename = Type.String({
  description: 'Name of the recording as it was uploaded',
  examples: ['Call with Mary.m4a'],
})
const recording = { content_id: Id('cont'), filename: Filename }
const Reason = Type.Object(Failure.properties, {
  description: 'Why it failed: a code for programs, a sentence for people',
  examples: [{ code: 'no_audio_stream', message: 'The file holds no sound.' }],
})
const analysis = {
  analysis_id: Id('ana'),
  content_id: Id('cont'),
  prompt_id: Id('prompt'),
  prompt_name: Type.String({
    description: 'Name that the prompt had when it ran',
    examples: ['Summary'],
  }),
  version: Type.Integer({
    description: 'Counts the analyses of this recording with this prompt, from 1',
    examples: [1],
  }),
}
const insights = {
  insights_id: Id('ins'),
  lookback_days: Type.Integer({ description: 'Days that were looked back over', examples: [30] }),
}
const project = {
  id: Id('proj'),
  name: Type.String({ description: 'Name of the project', examples: ['Sales calls'] }),
}
const person = {
  email: Type.String({ description: 'E-mail address', examples: ['mary@example.com'] }),
  role: StringEnum(['admin', 'member'], { description: 'What this person may do' }),
}
const member = { member_id: Id('mem'), ...person }
const invitation = { invitation_id: Id('inv'), ...person }

/**
 * The `data` of every event. Spec: transcription.completed; the others are our choice
 * (api-choices.md 10): thin, so that a receiver fetches what it wants and nothing outdated is acted on.
 */
export const eventData = {
  'content.created': Type.Object({
    ...recording,
    content_type: Type.String({ description: 'Media type', examples: ['audio/mp4'] }),
    size_bytes: Type.Integer({
      format: 'int64',
      description: 'Size of the file',
      examples: [4_096_000],
    }),
  }),
  'content.deleted': Type.Object(recording),
  'transcription.started': Type.Object(recording),
  'transcription.progress': Type.Object({
    ...recording,
    transcribed_seconds: Type.Number({
      description: 'Up to which second of the recording lines can be read',
      examples: [598.4],
    }),
  }),
  'transcription.completed': Type.Object({
    ...recording,
    duration_seconds: Type.Number({ description: 'Length of the recording', examples: [61.5] }),
    word_count: Type.Integer({ description: 'Words in the transcript', examples: [180] }),
  }),
  'transcription.failed': Type.Object({ ...recording, error: Reason }),
  'transcript.updated': Type.Object({
    content_id: Id('cont'),
    version: Type.Integer({ description: 'The new version of the transcript', examples: [2] }),
    origin: StringEnum(['edited', 'restored', 'imported'], {
      description: 'What a person did: further edits of the same round are not told again',
      examples: ['edited'],
    }),
  }),
  'content_analysis.completed': Type.Object({
    ...analysis,
    status: Type.Literal('completed'),
    confidence_score: Nullable(
      Type.Integer({
        description:
          'Share of the findings that quote the transcript, 0 to 100; null where none can',
        examples: [92],
      }),
    ),
  }),
  'content_analysis.failed': Type.Object({ ...analysis, error: Reason }),
  'project_insights.completed': Type.Object({
    ...insights,
    content_analyzed: Type.Integer({
      description: 'Recordings that went into the insights',
      examples: [12],
    }),
  }),
  'project_insights.failed': Type.Object({ ...insights, error: Reason }),
  'project.created': Type.Object(project),
  'project.updated': Type.Object({
    ...project,
    changed_fields: Type.Array(Type.String(), {
      description: 'Fields that changed within half a minute, reported together',
      examples: [['name', 'settings.auto_analyze']],
    }),
  }),
  'project.deleted': Type.Object(project),
  'member.added': Type.Object(member),
  'member.updated': Type.Object(member),
  'member.removed': Type.Object(member),
  'invitation.created': Type.Object(invitation),
  'invitation.accepted': Type.Object(invitation),
  'invitation.revoked': Type.Object(invitation),
  'webhook.test': Type.Object({
    webhook_id: Id('wh'),
    message: Type.String({ examples: ['This is a test. Nothing happened.'] }),
  }),
} satisfies Record<EventName, TObject>

type EventData = { [Name in EventName]: Static<(typeof eventData)[Name]> }

/** An event's name together with data of its own shape. */
export type EventContent<Name extends EventName = EventName> = {
  [One in Name]: { event: One; data: EventData[One] }
}[Name]
