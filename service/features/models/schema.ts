import { Type, type Static } from 'typebox'
import { Data, Page } from '../../http/envelope.ts'
import { paging } from '../../http/paging.ts'
import { Body, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const kinds = [
  'speech-to-text',
  'voice-activity',
  'speaker-embedding',
  'speaker-segmentation',
  'language-model',
  'text-embedding',
] as const
const Kind = StringEnum(kinds, {
  description: 'What it is for',
  examples: ['speech-to-text'],
})

const ModelState = Type.Object(
  {
    status: StringEnum(['missing', 'installing', 'verifying', 'installed', 'damaged'], {
      description:
        'A damaged one has another SHA-256 than it should: it is not loaded; install it again',
      examples: ['installing'],
    }),
    received_bytes: Type.Integer({
      format: 'int64',
      description: 'What is here of the file, also of an installation that was broken off',
      examples: [12_582_912],
    }),
    fraction: Type.Number({ description: 'received_bytes of bytes, 0 to 1', examples: [0.21] }),
    bytes_per_second: Nullable(
      Type.Integer({
        description: 'Null where nothing runs, and in the first second',
        examples: [4_194_304],
      }),
    ),
    verified_at: Nullable(Timestamp),
    problem: Nullable(
      Type.Object({
        code: StringEnum(
          [
            'insufficient_storage',
            'unreachable',
            'not_offered',
            'access_required',
            'wrong_format',
            'wrong_file',
            'failed',
          ],
          { examples: ['unreachable'] },
        ),
        message: Type.String({ examples: ['url: The server cannot be reached: ECONNREFUSED'] }),
        at: Timestamp,
      }),
    ),
  },
  { title: 'ModelState', description: 'The state of its file; an Earshot addition' },
)

const Fits = Type.Object(
  {
    verdict: StringEnum(['good', 'slow', 'tight', 'too_large'], {
      description:
        'slow: few cores for it; tight: less memory than recommended; too_large: not enough memory',
      examples: ['good'],
    }),
    reason: Type.String({
      examples: ['This machine has 16 GB of memory; 8 GB are recommended.'],
    }),
  },
  { title: 'ModelFits', description: 'Whether this machine can run it well; an Earshot addition' },
)

/** What OpenAI's clients look for in a model (api-choices.md 32). */
const forOpenAi = {
  object: Type.Literal('model', { description: 'For OpenAI’s clients; an Earshot addition' }),
  created: Type.Integer({
    description: 'For OpenAI’s clients: always 0, as nobody tells it; an Earshot addition',
    examples: [0],
  }),
  owned_by: Type.String({
    description: 'For OpenAI’s clients; an Earshot addition',
    examples: ['earshot'],
  }),
}

export const ModelRecord = Type.Object(
  {
    id: Type.String({ examples: ['whisper-base-q5_1'] }),
    ...forOpenAi,
    kind: Kind,
    name: Type.String({ examples: ['Whisper base'] }),
    languages: Type.Array(Type.String(), {
      description: 'ISO 639 codes, or multilingual',
      examples: [['multilingual']],
    }),
    bytes: Nullable(
      Type.Integer({
        format: 'int64',
        description: 'Size of its file; null: the hub tells it before the first download',
        examples: [59_707_625],
      }),
    ),
    memory_bytes: Type.Integer({
      format: 'int64',
      description: 'What the engine takes while it works with it',
      examples: [314_572_800],
    }),
    recommended_ram_bytes: Type.Integer({
      format: 'int64',
      description: 'Memory of a machine that runs it well',
      examples: [4_294_967_296],
    }),
    sha256: Nullable(
      Type.String({
        description:
          'Of its file; another one is not loaded. Null: the hub tells it before the first download',
        examples: ['90d28ea013023e2023c0ca7f3ece1aa3fe8303af8bd093f371d652cc31be63f6'],
      }),
    ),
    licence: Type.String({ examples: ['MIT'] }),
    is_installed: Type.Boolean({ description: 'Whether its file is on this machine' }),
    is_default: Type.Boolean({ description: 'Used where nothing else is asked for' }),
    is_removable: Type.Boolean({
      description:
        'Whether its file may be deleted, or what was added from the hub leave the list, which excludes what came ' +
        'with the software; an Earshot addition',
    }),
    project_count: Type.Integer({
      description: 'Projects whose settings name it as their speech_model; an Earshot addition',
      examples: [2],
    }),
    state: ModelState,
    fits: Fits,
    speed: Nullable(Type.String({ description: 'Among its kind', examples: ['fast'] })),
    quality: Nullable(Type.String({ description: 'Among its kind', examples: ['good'] })),
    writing_speed: Nullable(
      Type.Object(
        {
          read_tokens_per_second: Type.Number({ examples: [420.5] }),
          written_tokens_per_second: Type.Number({ examples: [31.2] }),
          minutes_per_hour: Type.Number({
            description: 'About how long an analysis of an hour of talk takes, by these two',
            examples: [1],
          }),
          measured_at: Timestamp,
        },
        {
          description:
            'Of a language model, measured in ten seconds once it was installed; an Earshot addition',
        },
      ),
    ),
    measured_speed: Nullable(
      Type.Object({
        times_real_time: Type.Number({
          description: 'Seconds of sound for each second of work, in the middle of the recordings',
          examples: [11.4],
        }),
        recordings: Type.Integer({ description: 'The newest, 20 at most', examples: [20] }),
      }),
    ),
  },
  { title: 'Model' },
)
export type ModelRecord = Static<typeof ModelRecord>

export const ModelPage = Type.Object({
  object: Type.Literal('list', { description: 'For OpenAI’s clients; an Earshot addition' }),
  ...Page(ModelRecord).properties,
})

export const ModelAnswer = Type.Object(
  { id: ModelRecord.properties.id, ...forOpenAi, ...Data(ModelRecord).properties },
  { title: 'OneModelResponse' },
)

export const NewModel = Body(
  {
    hub_name: Type.String({
      minLength: 1,
      maxLength: 400,
      description: 'Owner, repository and file of a language model in GGUF, as the hub calls them',
      examples: ['hf:Qwen/Qwen3-4B-GGUF/Qwen3-4B-Q4_K_M.gguf'],
    }),
  },
  { title: 'ModelInput' },
)
export type NewModel = Static<typeof NewModel>

export const ModelQuery = Type.Object({ ...paging, kind: Type.Optional(Kind) })
export type ModelQuery = Static<typeof ModelQuery>
