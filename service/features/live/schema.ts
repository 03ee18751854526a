import { Type, type Static } from 'typebox'
import { FormattedText, Nullable, SpokenLanguage } from '../../http/shapes.ts'

const Seconds = (description: string, example: number) =>
  Type.Number({ minimum: 0, description, examples: [example] })

const LiveWord = Type.Object(
  {
    text: Type.String({ examples: ['country'] }),
    start: Seconds('Seconds from the beginning of the piece', 1.24),
    end: Seconds('Seconds from the beginning of the piece', 1.61),
    is_joined: Type.Boolean({ description: 'Whether no blank stands before it' }),
  },
  { title: 'LiveWord' },
)

const LiveSegment = Type.Object(
  {
    start: Seconds('Where its first word begins', 0.4),
    end: Seconds('Where its last word ends', 3.2),
    text: Type.String({ examples: ['Ask not what your country can do for you.'] }),
    words: Type.Array(LiveWord),
  },
  { title: 'LiveSegment' },
)

/** The words of one chunk of sound. */
export const LiveWords = Type.Object(
  {
    segments: Type.Array(LiveSegment, { description: 'Its sentences; none where nobody speaks' }),
    language: Nullable(
      Type.String({
        description: 'ISO 639-1 code, as asked for or detected; null where nobody speaks',
        examples: ['en'],
      }),
    ),
    model_used: Type.String({ examples: ['whisper-base-q5_1'] }),
  },
  { title: 'LiveWords' },
)
export type LiveWords = Static<typeof LiveWords>

/** Whose sound it is: a newer piece of the same recorder takes the place of one that waits. */
export const Recorder = FormattedText(
  '^[\\w-]+$',
  'must consist of letters, digits, _ and - only',
  {
    minLength: 1,
    maxLength: 64,
    description: 'A name of your choice for this one recording, such as a UUID',
    examples: ['5f0b1c52-8f0e-4f62-9a3c-2f1d1d0d7f6a'],
  },
)

export const Spoken = Type.Object({
  project_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'The project of the recording: its vocabulary is favoured, and its language is taken where none is given',
      examples: ['proj_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
  language: Type.Optional(
    SpokenLanguage(
      'What is spoken, ISO 639-1; without it, that of the project is taken or, where it has none, it is detected, which takes longer',
    ),
  ),
})
