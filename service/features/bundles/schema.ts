import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Body, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { UploadSession } from '../uploads/upload-session.ts'

const types = ['prompt', 'project', 'content'] as const
const Kind = StringEnum(types, { examples: ['prompt'] })
const BundleId = Type.String({
  description: 'Of the recording, project or prompt',
  examples: ['prompt_01kayr3c9nfq4tq4h6zr6yv0b2'],
})
const TranscriptNumber = Type.Integer({ minimum: 1, maximum: 2_147_483_647, examples: [1] })

/** Rises when rows get another form: a service takes its own alone. */
export const bundleFormat = 1
const Format = Type.Integer({
  minimum: 1,
  description: 'Of the rows; a service gives and takes that of its version',
  examples: [bundleFormat],
})
const prompts = {
  name: 'prompts',
  rows: [
    {
      name: 'Next steps',
      description: null,
      template: '{{transcript}}',
      output_schema: null,
      result_language: null,
      version: 1,
      trashed_at: null,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    },
  ],
}
const Rows = Type.Array(
  Body(
    {
      name: Type.String({ maxLength: 63, examples: ['prompts'] }),
      rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), { examples: [prompts.rows] }),
    },
    { title: 'BundleTable' },
  ),
  {
    description:
      'What is stored of it, by table and column. A built-in prompt is named `built-in:` and its name, as each ' +
      'organization has its own',
    examples: [[prompts]],
  },
)
const ProjectId = Nullable(
  Type.String({
    description: 'The project of a recording, also of one in the bin; null of all else',
    examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
  }),
)
const Hash = Nullable(
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the file in hexadecimal; null where it is not known',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
)

export const BundlesQuery = Type.Object({
  type: StringEnum(types, { description: 'What is listed', examples: ['prompt'] }),
  ...paging,
})
export type BundlesQuery = Static<typeof BundlesQuery>

export const ListedBundle = Type.Object(
  {
    id: BundleId,
    type: Kind,
    name: Type.String({ examples: ['Next steps'] }),
    size_bytes: Nullable(
      Type.Integer({ format: 'int64', description: 'Of a recording, its file', examples: [1_024] }),
    ),
    is_ready: Type.Boolean({
      description: 'False of a recording that is still to come, or being worked on',
      examples: [true],
    }),
    created_at: Timestamp,
  },
  { title: 'ListedBundle' },
)
export type ListedBundle = Static<typeof ListedBundle>

export const Bundle = Type.Object(
  {
    format: Format,
    id: BundleId,
    type: Kind,
    project_id: ProjectId,
    tables: Rows,
    transcripts: Type.Array(
      Type.Object(
        {
          version: TranscriptNumber,
          sha256: Type.String({
            description: 'Of all that is stored of it',
            examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
          }),
        },
        { title: 'BundleTranscript' },
      ),
      { description: 'Each is read by itself' },
    ),
    media: Nullable(
      Type.Object(
        {
          url: Type.String({
            description: 'Gives the file, without a key, for twelve hours',
            examples: ['http://127.0.0.1:4777/v1/media/eyJjIjoiY29udF8wMWtheXIifQ'],
          }),
          size_bytes: Type.Integer({ format: 'int64', examples: [4_096_000] }),
          sha256: Hash,
        },
        { title: 'BundleMedia' },
      ),
    ),
  },
  { title: 'Bundle' },
)
export type Bundle = Static<typeof Bundle>

export const BundleInput = Body(
  {
    format: Format,
    project_id: ProjectId,
    tables: Rows,
    transcript_versions: Type.Array(TranscriptNumber, {
      maxItems: 10_000,
      description: 'All that belong to it; they are sent one by one',
      examples: [[1]],
    }),
    media: Nullable(
      Body(
        { sha256: Hash },
        { title: 'BundleMediaInput', description: 'Null where there is no file to send' },
      ),
    ),
  },
  { title: 'BundleInput' },
)
export type BundleInput = Static<typeof BundleInput>

export const BundleState = Type.Object(
  {
    id: BundleId,
    state: StringEnum(['stored', 'incomplete'], {
      description:
        'stored: it is there, from now on or since before. incomplete: send what is missing, then the same request again',
      examples: ['incomplete'],
    }),
    missing_transcripts: Type.Array(TranscriptNumber, { examples: [[1]] }),
    upload: Nullable(UploadSession),
  },
  { title: 'BundleState' },
)
export type BundleState = Static<typeof BundleState>

export const TranscriptBundle = Type.Object(
  {
    version: TranscriptNumber,
    row: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What is stored of it, by column',
      examples: [{ version: 1, text: 'We will send the contract.' }],
    }),
  },
  { title: 'TranscriptBundle' },
)
export type TranscriptBundle = Static<typeof TranscriptBundle>

export const TranscriptBundleInput = Body(
  { row: TranscriptBundle.properties.row },
  { title: 'TranscriptBundleInput' },
)
export type TranscriptBundleInput = Static<typeof TranscriptBundleInput>

export const StoredTranscript = Type.Object(
  { id: BundleId, version: TranscriptNumber },
  { title: 'StoredTranscript' },
)
export type StoredTranscript = Static<typeof StoredTranscript>
