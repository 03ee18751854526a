import type { Selectable } from 'kysely'
import { Type, type Static } from 'typebox'
import { toIso } from '../../core/time.ts'
import type { Content } from '../../db/tables.ts'
import { Failure, Id, NameText, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

export const Status = StringEnum(['uploaded', 'processing', 'completed', 'failed'], {
  description: 'uploaded: announced, not confirmed yet',
  examples: ['completed'],
})

/** What a person calls a recording. */
export const Title = NameText({
  maxLength: 200,
  description: 'What a person calls it',
  examples: ['Budget with Mary'],
})

/** Spec: Content item; error, stage and progress are our additions (api-choices.md 7). */
export const ContentItem = Type.Object(
  {
    id: Id('cont'),
    project_id: Id('proj'),
    filename: Type.String({
      description: 'As it was uploaded',
      examples: ['REC-0412 Mary.m4a'],
    }),
    title: Type.String({
      description:
        'What a person called it; else what the calendar calls the event that was recorded; else what it is about, once it is analysed, where the name of ' +
        'the file is one that a program made; else what that name says, without time and ending',
      examples: ['Budget with Mary'],
    }),
    title_source: Type.Enum(['person', 'calendar', 'content', 'file'], {
      description: 'Where the title comes from',
      examples: ['person'],
    }),
    content_type: Type.String({ description: 'Media type', examples: ['audio/mp4'] }),
    size_bytes: Type.Integer({ format: 'int64', examples: [4_096_000] }),
    duration_seconds: Nullable(
      Type.Number({
        description: 'Known once the file was decoded; of an import, when the last word ends',
        examples: [61.5],
      }),
    ),
    has_video: Type.Boolean({
      description: 'Whether the file holds a picture, whatever its type; known once it was decoded',
      examples: [false],
    }),
    status: Status,
    has_transcript: Type.Boolean({ examples: [true] }),
    analysis_count: Type.Integer({ examples: [1] }),
    error: Nullable(Failure),
    stage: Nullable(
      Type.String({
        examples: ['queued', 'probing', 'transcribing', 'finishing', 'paused', 'waiting_for_space'],
      }),
    ),
    progress: Nullable(Type.Number({ description: '0 to 1 while processing', examples: [0.4] })),
    remaining_seconds: Nullable(
      Type.Number({ description: 'An estimate while processing', examples: [42] }),
    ),
    source: StringEnum(['recording', 'import'], {
      description: 'import: a transcript of another program, without sound; an Earshot addition',
      examples: ['recording'],
    }),
    echo: Nullable(
      StringEnum(['none', 'reduced', 'heavy'], {
        description:
          'Whether one track is heard in the other: reduced where doubled lines were dropped, heavy ' +
          'where they could not all be; null without two different tracks',
        examples: ['none'],
      }),
    ),
    recorded_at: Type.String({
      format: 'date-time',
      description:
        'When it took place, as a person said; else as the name of its file does; else when it came in',
      examples: ['2026-11-21T09:30:00.000Z'],
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ContentItem' },
)
export type ContentItem = Static<typeof ContentItem>

export type ContentRow = Selectable<Content> & {
  has_transcript: unknown
  analysis_count: number | null
}

const titleSource = ({ title, event_title: event, proposed_title: proposed }: ContentRow) =>
  title !== null ? 'person' : event !== null ? 'calendar' : proposed !== null ? 'content' : 'file'

export const toContentItem = (row: ContentRow): ContentItem => ({
  id: row.id,
  project_id: row.project_id,
  filename: row.filename,
  title: row.shown_title,
  title_source: titleSource(row),
  content_type: row.content_type,
  size_bytes: row.size_bytes,
  duration_seconds: row.duration_seconds,
  has_video: row.has_video,
  status: row.status,
  has_transcript: Boolean(row.has_transcript),
  analysis_count: row.analysis_count ?? 0,
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  stage: row.stage,
  progress: row.progress,
  remaining_seconds: row.remaining_seconds,
  source: row.source,
  echo: row.echo,
  recorded_at: toIso(timeOf(row)),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

/** When it took place: as a person says, or else when it came in. */
export const timeOf = (row: Pick<ContentRow, 'recorded_at' | 'created_at'>): Date =>
  row.recorded_at ?? row.created_at
