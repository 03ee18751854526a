import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const Seconds = (example: number) =>
  Type.Number({ description: 'Seconds from the start of the recording', examples: [example] })

const Word = Type.Object(
  {
    text: Type.String({ examples: ['contract'] }),
    start: Seconds(0.5),
    end: Seconds(4.2),
    confidence: Type.Number({
      description: '0 to 1, the engine’s own; 1 where a person wrote the word',
      examples: [0.97],
    }),
    is_uncertain: Type.Boolean({
      description: 'Marked for readers: the engine was not sure of it',
      examples: [false],
    }),
  },
  { title: 'Word' },
)

const Overlap = Type.Object(
  {
    start: Seconds(3.1),
    end: Seconds(4.2),
    speaker_id: Type.String({ description: 'Of the list of speakers', examples: ['speaker_2'] }),
  },
  { title: 'Overlap' },
)

/** Spec: Transcript segments; id and words are our additions (api-choices.md 7). */
export const Segment = Type.Object(
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
    language: Type.String({
      description:
        'ISO 639-1 code of its text; in a call in several languages not always the transcript’s',
      examples: ['en'],
    }),
    overlaps: Type.Array(Overlap, {
      description:
        'Who else speaks meanwhile, and when; in a mono recording what they say is rarely in any text',
    }),
    words: Type.Array(Word),
  },
  { title: 'Segment' },
)

export const Speaker = Type.Object(
  {
    id: Type.String({
      description: 'Stays the same over all changes of this recording',
      examples: ['speaker_1'],
    }),
    label: Type.String({ description: 'Shown while there is no name', examples: ['Speaker 1'] }),
    name: Nullable(Type.String({ description: 'Given by a person', examples: ['Mary'] })),
    suggested_name: Nullable(
      Type.String({
        description: 'Who it sounds like, where the project remembers voices; a person decides',
        examples: ['Mary'],
      }),
    ),
    seconds: Type.Number({ description: 'How long the speaker talks', examples: [48.2] }),
  },
  { title: 'Speaker' },
)

/** Where a text comes from: the same fields in the transcript, its versions and its changes. */
export const provenance = {
  version: Type.Integer({
    description: 'Rises with each reprocessing, restoring and round of edits',
    examples: [1],
  }),
  origin: StringEnum(['machine', 'edited', 'restored', 'imported'], {
    description:
      'Who made this version: the engine, a person, a return to an older one, or another program',
    examples: ['machine'],
  }),
  based_on: Nullable(
    Type.Integer({ description: 'The version that was edited or restored', examples: [1] }),
  ),
  edited_by: Nullable(
    Type.String({
      description: 'Id of the member',
      examples: ['mem_01kayr3c9nfq4tq4h6zr6yv0b2'],
    }),
  ),
  word_count: Type.Integer({ examples: [180] }),
  updated_at: Timestamp,
}
const Language = Type.String({ description: 'ISO 639-1 code', examples: ['en'] })
const ModelUsed = Type.String({ examples: ['whisper-base'] })

export const Transcript = Type.Object(
  {
    content_id: Id('cont'),
    text: Type.String({ examples: ['We will send the contract on Friday.'] }),
    segments: Type.Array(Segment),
    language: Language,
    speakers: Type.Array(Speaker),
    model_used: ModelUsed,
    language_probability: Nullable(
      Type.Number({ description: '0 to 1; null where it was not detected', examples: [0.98] }),
    ),
    translated_to: Nullable(
      Type.String({
        description: 'Language of the text where it is a translation',
        examples: ['en'],
      }),
    ),
    has_estimated_times: Type.Boolean({
      description:
        'Whether some times are estimated from the number of words, as the imported file has none; an Earshot addition',
      examples: [false],
    }),
    ...provenance,
    created_at: Timestamp,
    is_partial: Type.Optional(
      Type.Boolean({
        description:
          'With `partial=true` only: whether more is being transcribed. Ids and speakers are provisional then',
        examples: [false],
      }),
    ),
  },
  { title: 'Transcript' },
)
export type Transcript = Static<typeof Transcript>

/** One of the versions of a transcript, without its text. */
export const TranscriptVersion = Type.Object(
  {
    ...provenance,
    model_used: ModelUsed,
    language: Language,
    created_at: Timestamp,
    is_current: Type.Boolean({ description: 'Whether it is the one shown', examples: [true] }),
  },
  { title: 'TranscriptVersion' },
)
export type TranscriptVersion = Static<typeof TranscriptVersion>
