import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const Seconds = (example: number) =>
  Type.Number({ description: 'Seconds from the start of the recording', examples: [example] })

const Word = Type.Object(
  {
    text: Type.String({ examples: ['contract'] }),
    start: Seconds(0.5),
    end: Seconds(4.2),
    confidence: Type.Number({ description: '0 to 1, the engine’s own', examples: [0.97] }),
  },
  { title: 'Word' },
)

/** Spec: Transcript segments; id and words are our additions (choices.md 7). */
const Segment = Type.Object(
  {
    id: Id('seg'),
    start: Seconds(0.5),
    end: Seconds(4.2),
    text: Type.String({ examples: ['We will send the contract on Friday.'] }),
    speaker: Type.String({
      description: 'Name of the speaker, else a label',
      examples: ['Speaker 1'],
    }),
    speaker_id: Type.String({ description: 'Of the list of speakers', examples: ['speaker_1'] }),
    words: Type.Array(Word),
  },
  { title: 'Segment' },
)

const Speaker = Type.Object(
  {
    id: Type.String({ examples: ['speaker_1'] }),
    label: Type.String({ examples: ['Speaker 1'] }),
    name: Nullable(Type.String({ examples: ['Mary'] })),
  },
  { title: 'Speaker' },
)

export const Transcript = Type.Object(
  {
    content_id: Id('cont'),
    text: Type.String({ examples: ['We will send the contract on Friday.'] }),
    word_count: Type.Integer({ examples: [180] }),
    segments: Type.Array(Segment),
    language: Type.String({ description: 'ISO 639-1 code', examples: ['en'] }),
    speakers: Type.Array(Speaker),
    model_used: Type.String({ examples: ['whisper-base'] }),
    language_probability: Nullable(
      Type.Number({ description: '0 to 1; null where it was not detected', examples: [0.98] }),
    ),
    translated_to: Nullable(
      Type.String({
        description: 'Language of the text where it is a translation',
        examples: ['en'],
      }),
    ),
    version: Type.Integer({
      description: 'Rises with each reprocessing, restoring and round of edits',
      examples: [1],
    }),
    origin: StringEnum(['machine', 'edited', 'restored'], { examples: ['machine'] }),
    based_on: Nullable(
      Type.Integer({ description: 'The version that was edited or restored', examples: [1] }),
    ),
    edited_by: Nullable(
      Type.String({
        description: 'Id of the member',
        examples: ['mem_01kayr3c9nfq4tq4h6zr6yv0b2'],
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Transcript' },
)
export type Transcript = Static<typeof Transcript>
