import { Type, type Static } from 'typebox'
import { Data } from '../../http/envelope.ts'
import { StringEnum } from '../../http/shapes.ts'
import { formats, mediaTypeOf } from './exports/formats.ts'
import { Transcript } from './transcript.ts'

export const TranscriptQuery = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'A version of its history; left out, the current one',
      examples: [1],
    }),
  ),
  format: Type.Optional(
    StringEnum(formats, {
      description:
        'How it is written; wins over Accept. The answer is for saving, under the name of the recording',
      examples: ['srt'],
    }),
  ),
  partial: Type.Optional(
    Type.Boolean({
      description:
        'While it is transcribed, as JSON: what is heard so far. Without effect on versions and files',
      examples: [true],
    }),
  ),
  timestamps: Type.Boolean({
    default: true,
    description: 'Whether times stand in txt, md and docx; subtitles always have them',
    examples: [true],
  }),
  speakers: Type.Boolean({
    default: true,
    description: 'Whether speakers are named in txt, srt, vtt, md and docx',
    examples: [true],
  }),
  chapters: Type.Boolean({
    default: true,
    description: 'Whether txt, md and docx have a heading for each chapter',
    examples: [true],
  }),
})
export type TranscriptQuery = Static<typeof TranscriptQuery>

const Text = { schema: Type.String() }

export const TranscriptAnswer = {
  description: 'The transcript, in the format asked for',
  content: {
    'application/json': { schema: Data(Transcript) },
    [mediaTypeOf('txt')]: Text,
    [mediaTypeOf('srt')]: Text,
    [mediaTypeOf('vtt')]: Text,
    [mediaTypeOf('md')]: Text,
    [mediaTypeOf('docx')]: { schema: Type.String({ format: 'binary' }) },
  },
}

export const exportGuide =
  'As JSON, or as a file: plain text, SubRip or WebVTT subtitles, Markdown with front matter, Word. ' +
  '`format` says which, or `Accept` with its weights; where Accept fits none of them it is JSON.'
