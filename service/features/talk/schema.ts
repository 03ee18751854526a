import { Type, type Static } from 'typebox'
import { Id, Nullable, StringEnum } from '../../http/shapes.ts'

/** Null where the language is not one that can be judged. */
const Mood = Type.Object({
  label: StringEnum(['positive', 'neutral', 'negative'], { examples: ['positive'] }),
  score: Type.Number({
    minimum: -1,
    maximum: 1,
    description: '−1 to 1, from the words that were used',
    examples: [0.21],
  }),
})

const Seconds = (description: string, example: number) =>
  Type.Number({ minimum: 0, description, examples: [example] })

const Count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] })

const SpeakerTalk = Type.Object({
  speaker_id: Type.String({ examples: ['speaker_1'] }),
  speaker: Type.String({ description: 'The name, else the label', examples: ['Mary'] }),
  seconds: Seconds('How long this person spoke', 312.4),
  share: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'Of all that was spoken; the shares sum to 1',
    examples: [0.62],
  }),
  word_count: Count('As people count words', 780),
  words_per_minute: Nullable(
    Type.Integer({ description: 'While speaking; null under a second of speech', examples: [150] }),
  ),
  turn_count: Count('How often this person took the word; “mm-hm” takes none', 24),
  question_count: Count(
    'As an analysis counts questions: “okay?”, “right?” and requests are none',
    7,
  ),
  interruption_count: Count(
    'How often this person began, with more than two words, while another was speaking',
    2,
  ),
  longest_monologue: Nullable(
    Type.Object(
      {
        start: Seconds('From the beginning of the recording', 61.2),
        end: Seconds('From the beginning of the recording', 118.9),
        segment_id: Type.String({
          description: 'The first segment of it',
          examples: ['seg_01kayr3c9nfq4tq4h6zr6yv0b2'],
        }),
      },
      { description: 'Without a pause of more than 5 s or another’s turn in it' },
    ),
  ),
  sentiment: Nullable(Mood),
})

const Bucket = Type.Object({
  start: Seconds('From the beginning of the recording', 60),
  seconds: Type.Record(Type.String(), Type.Number(), {
    description: 'Speaker id to seconds spoken',
    examples: [{ speaker_1: 22.5, speaker_2: 4.1 }],
  }),
  sentiment_score: Nullable(Type.Number({ minimum: -1, maximum: 1, examples: [0.3] })),
})

/** Choice: not in the specification; computed from the transcript alone. */
export const TalkStatistics = Type.Object(
  {
    content_id: Id('cont'),
    transcript_version: Type.Integer({ description: 'What it was computed from', examples: [1] }),
    duration_seconds: Seconds('Of the recording', 600),
    speech_seconds: Seconds('In which anybody spoke', 504),
    silence_seconds: Seconds('In which nobody spoke', 96),
    overlap_seconds: Seconds('Spoken on top of each other', 6.3),
    sentiment: Nullable(Mood),
    speakers: Type.Array(SpeakerTalk, { description: 'In the order in which they first speak' }),
    timeline: Type.Object({
      bucket_seconds: Type.Integer({ examples: [10] }),
      buckets: Type.Array(Bucket, { maxItems: 61 }),
    }),
  },
  { title: 'TalkStatistics' },
)
export type TalkStatistics = Static<typeof TalkStatistics>
