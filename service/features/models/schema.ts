import { Type, type Static } from 'typebox'
import { paging } from '../../http/paging.ts'
import { Nullable, StringEnum } from '../../http/shapes.ts'

const kinds = [
  'speech-to-text',
  'voice-activity',
  'speaker-embedding',
  'speaker-segmentation',
  'language-model',
] as const
const Kind = StringEnum(kinds, {
  description: 'What it is for',
  examples: ['speech-to-text'],
})

export const ModelRecord = Type.Object(
  {
    id: Type.String({ examples: ['whisper-base-q5_1'] }),
    kind: Kind,
    name: Type.String({ examples: ['Whisper base'] }),
    languages: Type.Array(Type.String(), {
      description: 'ISO 639 codes, or multilingual',
      examples: [['multilingual']],
    }),
    bytes: Type.Integer({ description: 'Size of its file', examples: [59_707_625] }),
    memory_bytes: Type.Integer({
      description: 'What the engine takes while it works with it',
      examples: [314_572_800],
    }),
    recommended_ram_bytes: Type.Integer({
      description: 'Memory of a machine that runs it well',
      examples: [4_294_967_296],
    }),
    sha256: Type.String({
      description: 'Of its file; another one is not loaded',
      examples: ['90d28ea013023e2023c0ca7f3ece1aa3fe8303af8bd093f371d652cc31be63f6'],
    }),
    licence: Type.String({ examples: ['MIT'] }),
    is_installed: Type.Boolean({ description: 'Whether its file is on this machine' }),
    is_default: Type.Boolean({ description: 'Used where nothing else is asked for' }),
    speed: Nullable(Type.String({ description: 'Among its kind', examples: ['fast'] })),
    quality: Nullable(Type.String({ description: 'Among its kind', examples: ['good'] })),
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

export const ModelQuery = Type.Object({ ...paging, kind: Type.Optional(Kind) })
export type ModelQuery = Static<typeof ModelQuery>
