import { Type, type Static } from 'typebox'
import { Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

export const Status = StringEnum(['uploaded', 'processing', 'completed', 'failed'], {
  description: 'uploaded: announced, not confirmed yet',
  examples: ['completed'],
})

/** Transcription options of one recording, which override those of its project. */
export const speechOptions = {
  language: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 10,
        description:
          'ISO 639-1 code of what is spoken; auto detects it, whatever the project says; null as the ' +
          'project says',
        examples: ['de'],
      }),
    ),
  ),
  speech_model: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Id of a speech-to-text model of GET /v1/models; null as the project says',
        examples: ['whisper-base-q5_1'],
      }),
    ),
  ),
  translate_to_english: Type.Optional(
    Nullable(
      Type.Boolean({
        description: 'Write it in English; null as the project says',
        examples: [false],
      }),
    ),
  ),
}
const SpeechOptions = Type.Object(speechOptions)
export type SpeechOptions = Static<typeof SpeechOptions>

/** Spec: Content item; error, stage and progress are our additions (api-choices.md 7). */
export const ContentItem = Type.Object(
  {
    id: Id('cont'),
    project_id: Id('proj'),
    filename: Type.String({ examples: ['Call with Mary.m4a'] }),
    content_type: Type.String({ description: 'Media type', examples: ['audio/mp4'] }),
    size_bytes: Type.Integer({ examples: [4_096_000] }),
    duration_seconds: Nullable(
      Type.Number({ description: 'Known once the file was decoded', examples: [61.5] }),
    ),
    status: Status,
    has_transcript: Type.Boolean({ examples: [true] }),
    analysis_count: Type.Integer({ examples: [1] }),
    error: Nullable(Failure),
    stage: Nullable(
      Type.String({ examples: ['queued', 'probing', 'transcribing', 'finishing', 'paused'] }),
    ),
    progress: Nullable(Type.Number({ description: '0 to 1 while processing', examples: [0.4] })),
    remaining_seconds: Nullable(
      Type.Number({ description: 'An estimate while processing', examples: [42] }),
    ),
    echo: Nullable(
      StringEnum(['none', 'reduced', 'heavy'], {
        description:
          'Whether one track is heard in the other: reduced where doubled lines were dropped, heavy ' +
          'where they could not all be; null without two different tracks',
        examples: ['none'],
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ContentItem' },
)
export type ContentItem = Static<typeof ContentItem>

export const DetailQuery = Type.Object({
  include: Type.Optional(
    Type.String({
      description: 'Comma list of transcript, segments, analyses; all by default',
      maxLength: 100,
      examples: ['transcript,analyses'],
    }),
  ),
})
export type DetailQuery = Static<typeof DetailQuery>
