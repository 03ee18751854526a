// What belongs to a prompt, a project and a recording: as a backup's, a bundle's rows are of tables of many slices.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Type, type TSchema } from 'typebox'
import type { Tables } from '../../db/tables.ts'

export type BundleType = 'prompt' | 'project' | 'content'
export type TableName = keyof Tables

/** The part of a table that goes along. Ids of the organization, of members and of machines stay. */
export type BundleTable = {
  name: TableName
  /** Names the prompt, project or recording whose rows they are. */
  owner: string
  columns: readonly string[]
  /** Orders the rows of one owner, none of which are alike in it. */
  order: readonly string[]
  /** Whether there is always one row. */
  isSingle?: boolean
  only?: RawBuilder<SqlBool>
}

const table = <Name extends TableName>(
  name: Name,
  part: {
    owner: keyof Tables[Name] & string
    columns: readonly (keyof Tables[Name] & string)[]
    order?: readonly (keyof Tables[Name] & string)[]
  } & Pick<BundleTable, 'only' | 'isSingle'>,
): BundleTable => ({ name, order: [part.owner], ...part })

const times = ['created_at', 'updated_at'] as const
const failure = ['error_code', 'error_message'] as const
const ended = sql<SqlBool>`status IN ('completed', 'failed')`

export const transcripts: BundleTable = table('transcripts', {
  owner: 'content_id',
  order: ['version'],
  columns: [
    ...(['version', 'text', 'word_count', 'language', 'language_probability'] as const),
    ...(['model_used', 'speakers', 'segments', 'origin', 'has_estimated_times'] as const),
    ...(['based_on', 'translated_to', 'processing_seconds', 'last_speaker', ...times] as const),
  ],
})

export const contentTable: BundleTable = table('content', {
  owner: 'id',
  isSingle: true,
  columns: [
    ...(['filename', 'title', 'event_title', 'proposed_title', 'name_title'] as const),
    ...(['content_type', 'size_bytes', 'duration_seconds', 'has_video'] as const),
    ...(['audio_tracks', 'audio_channels', 'language', 'translate_to_english'] as const),
    ...(['echo', 'source', 'status', ...failure, 'recorded_at', 'trashed_at'] as const),
    ...times,
  ],
})

/** What is made from a recording or said beside it, but for its transcripts. */
export const partsOfContent: readonly BundleTable[] = [
  table('analysis_runs', {
    owner: 'content_id',
    order: ['id'],
    only: sql<SqlBool>`${ended} AND NOT is_trial`,
    columns: [
      ...(['id', 'prompt_id', 'prompt_name', 'prompt_version', 'version'] as const),
      ...(['result_language', 'transcript_version', 'status', 'result', 'evidence'] as const),
      ...(['needs_language_model', 'coverage', 'confidence_score', 'model_used'] as const),
      ...(['claims', 'processing_time_ms', ...failure, 'created_at', 'completed_at'] as const),
    ],
  }),
  table('action_items', {
    owner: 'content_id',
    order: ['id'],
    columns: [
      ...(['id', 'key', 'text', 'owner', 'due', 'due_on', 'segment_ids'] as const),
      ...(['is_listed', 'done_at', 'ticked_at', 'created_at'] as const),
    ],
  }),
  table('content_notes', {
    owner: 'content_id',
    columns: ['text', 'markers', 'line_times', 'updated_at'],
  }),
  table('speaker_voices', {
    owner: 'content_id',
    order: ['transcript_version', 'speaker_id'],
    columns: [
      ...(['transcript_version', 'speaker_id', 'model', 'embedding', 'seconds'] as const),
      ...(['voice_id', 'suggested_voice_id'] as const),
    ],
  }),
  table('waveforms', {
    owner: 'content_id',
    columns: ['seconds_per_peak', 'peaks', 'quiet', 'created_at'],
  }),
]

/** Of each kind, the tables in the order in which they are filled. */
export const tablesOf: Readonly<Record<BundleType, readonly BundleTable[]>> = {
  prompt: [
    table('prompts', {
      owner: 'id',
      isSingle: true,
      columns: [
        ...(['name', 'description', 'template', 'output_schema', 'result_language'] as const),
        ...(['version', 'trashed_at', ...times] as const),
      ],
    }),
    table('prompt_versions', {
      owner: 'prompt_id',
      order: ['version'],
      columns: ['version', 'template', 'output_schema', 'created_at'],
    }),
  ],
  project: [
    table('projects', {
      owner: 'id',
      isSingle: true,
      columns: [
        ...(['name', 'slug', 'description', 'default_prompt_id', 'auto_analyze'] as const),
        ...(['language', 'translate_to_english', 'vocabulary', 'voice_memory'] as const),
        ...(['trashed_at', ...times] as const),
      ],
    }),
    table('voices', { owner: 'project_id', order: ['id'], columns: ['id', 'name', ...times] }),
    table('insights', {
      owner: 'project_id',
      order: ['id'],
      only: ended,
      columns: [
        ...(['id', 'status', 'lookback_days', 'period_start', 'period_end'] as const),
        ...(['content_analyzed', 'result', 'compared_with', 'removed_ids'] as const),
        ...(['removed_recordings', ...failure, 'created_at', 'completed_at'] as const),
      ],
    }),
  ],
  content: [contentTable, ...partsOfContent],
}

const span = { start: Type.Number(), end: Type.Number() }
const spoken = { ...span, text: Type.String() }

/** What code reads out of JSON without looking; PostgreSQL knows the types of all else. */
export const shapes: Readonly<Record<string, TSchema>> = {
  segments: Type.Array(
    Type.Object({
      id: Type.String(),
      ...spoken,
      speaker_id: Type.String(),
      words: Type.Array(Type.Object({ ...spoken, confidence: Type.Number() })),
      language: Type.Optional(Type.String()),
      overlaps: Type.Optional(Type.Array(Type.Object({ ...span, speaker_id: Type.String() }))),
    }),
  ),
  speakers: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      name: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  vocabulary: Type.Array(Type.Object({ term: Type.String(), heard_as: Type.Array(Type.String()) })),
  markers: Type.Array(Type.Object({ at_seconds: Type.Number(), label: Type.String() })),
  line_times: Type.Array(Type.Union([Type.Number(), Type.Null()])),
  embedding: Type.Array(Type.Number()),
  peaks: Type.Array(Type.Array(Type.Number())),
  quiet: Type.Array(Type.Object(span)),
  evidence: Type.Union([Type.Record(Type.String(), Type.Array(Type.String())), Type.Null()]),
  needs_language_model: Type.Union([Type.Array(Type.String()), Type.Null()]),
  claims: Type.Union([
    Type.Record(
      Type.String(),
      Type.Object({
        owner: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        due: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        condition: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        is_doubtful: Type.Optional(Type.Boolean()),
      }),
    ),
    Type.Null(),
  ]),
}
