// What insights say. Themes, tone, tasks and recommendations are the specification's; all that tells
// where they come from, how they moved and what they amount to is ours.
import { Type, type Static } from 'typebox'
import { Id, Nullable, ShownTitle, StringEnum, Timestamp } from '../../http/shapes.ts'
import { Before, Comparison } from './comparison-schema.ts'
import { count, numbers, Totals } from './numbers-schema.ts'

const Evidence = Type.Object(
  {
    content_id: Id('cont'),
    filename: Type.String({ examples: ['Call with Mary.mp3'] }),
    title: ShownTitle,
    segments: Type.Array(
      Type.Object({
        id: Id('seg'),
        start: Type.Number({ description: 'Seconds', examples: [61.4] }),
        end: Type.Number({ description: 'Seconds', examples: [66.2] }),
        text: Type.String({
          description: 'What is said there, at most 240 characters; empty where it was not kept',
          examples: ['I will send the contract on Friday.'],
        }),
      }),
      {
        description:
          'Segments of the current transcript that say it, at most 3; empty where the analysis ' +
          'named none, or where they were edited away since',
      },
    ),
  },
  { title: 'InsightsEvidence' },
)
type Evidence = Static<typeof Evidence>

const sources = {
  content_ids: Type.Array(Id('cont'), {
    description: 'Recordings of the period in which it comes up, newest first; at most 100',
  }),
  evidence: Type.Array(Evidence, {
    description: 'The newest 10 of them, and the moments at which it is said',
  }),
}

const comesUpIn = 'Recordings of the period in which it comes up'
const recordings = Type.Integer({ description: comesUpIn, examples: [2] })

const Theme = Type.Object(
  {
    theme: Type.String({
      description: 'What it was called most often; other wordings of it are counted with it',
      examples: ['Contract renewal'],
    }),
    frequency: Type.Integer({ description: comesUpIn, examples: [6] }),
    trend: StringEnum(['rising', 'falling', 'stable', 'new'], {
      description:
        'Against the equally long period before: stable within 20 %, new where it did not come up',
      examples: ['rising'],
    }),
    previous_frequency: Type.Integer({
      description: 'Recordings of the equally long period before in which it comes up',
      examples: [4],
    }),
    ...sources,
  },
  { title: 'InsightsTheme' },
)

const ActionItem = Type.Object(
  {
    text: Type.String({ examples: ['Send the contract'] }),
    owner: Nullable(
      Type.String({ description: 'Who took it on, where that is known', examples: ['Mary'] }),
    ),
    due: Nullable(Type.String({ description: 'By when, as it was said', examples: ['on Friday'] })),
    recordings,
    ...sources,
  },
  { title: 'ActionItem' },
)

const Objection = Type.Object(
  {
    text: Type.String({ description: 'What it is about', examples: ['Price'] }),
    recordings,
    open_recordings: Type.Integer({
      description: 'Those of them in which it got no response',
      examples: [1],
    }),
    ...sources,
  },
  { title: 'InsightsObjection' },
)

const Question = Type.Object(
  {
    text: Type.String({ examples: ['Can we pay by month?'] }),
    recordings,
    ...sources,
  },
  { title: 'InsightsQuestion' },
)

const Series = Type.Object(
  {
    step: StringEnum(['day', 'week'], {
      description: 'Length of a step: a day, or a week where the period is longer than 31 days',
    }),
    time_zone: Nullable(
      Type.String({
        description: 'Of whose calendar days are; null, a day is 24 hours back from the end',
        examples: ['Europe/Berlin'],
      }),
    ),
    points: Type.Array(
      Type.Object(
        {
          start: Type.String({ ...Timestamp, description: 'First moment of the step' }),
          end: Type.String({ ...Timestamp, description: 'End of the step, itself not in it' }),
          ...numbers,
        },
        { title: 'InsightsPoint' },
      ),
      {
        description:
          'Every step of the period, the oldest first, also those without a recording. Steps are ' +
          'counted back from the end of the period; the first may be shorter, and a calendar day that ' +
          'is not over yet',
      },
    ),
  },
  { title: 'InsightsSeries' },
)

const TalkShare = Type.Object(
  {
    speaker: Nullable(
      Type.String({
        description: 'A name that was given to a speaker; null, all speakers without one together',
        examples: ['Mary'],
      }),
    ),
    seconds: Type.Number({ description: 'Length of what they said', examples: [1_841.5] }),
    share: Type.Number({ description: 'Of all that was said, 0 to 1', examples: [0.42] }),
    previous_share: Nullable(
      Type.Number({
        description: 'The same in the equally long period before; null where nobody spoke in it',
        examples: [0.38],
      }),
    ),
    recordings: count('Recordings in which they speak', 5),
  },
  { title: 'InsightsTalkShare' },
)

const Tone = Type.Object(
  { tone: StringEnum(['positive', 'neutral', 'negative']), recordings, ...sources },
  { title: 'InsightsTone' },
)

const Sentence = Type.Object(
  {
    key: Type.String({
      description: 'Which sentence it is; its words may change, its meaning does not',
      examples: ['tone'],
    }),
    text: Type.String({
      examples: [
        'Of 7 recordings whose tone is known, 3 sound positive, 3 neutral and 1 negative.',
      ],
    }),
    values: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'All that the sentence was made from, for whoever puts it in other words',
      examples: [{ judged: 7, positive: 3, neutral: 3, negative: 1 }],
    }),
  },
  { title: 'InsightsSentence' },
)

/** Spec: Project insights, result. */
export const InsightsResult = Type.Object(
  {
    key_themes: Type.Array(Theme, { description: 'The most frequent first; at most 20' }),
    sentiment_distribution: Type.Object(
      {
        positive: numbers.positive,
        neutral: numbers.neutral,
        negative: numbers.negative,
      },
      { description: 'A recording whose tone nobody judged is not counted' },
    ),
    top_action_items: Type.Array(
      Type.String({ examples: ['Send the contract (Ada, due Friday)'] }),
      { description: 'What most recordings name first, then the newest; at most 20' },
    ),
    recommendations: Type.Array(
      Type.String({
        examples: ['Look into “Pricing”: 6 recordings name it, after 4 in the 30 days before.'],
      }),
      {
        description:
          'What follows from the numbers, each with its figures; empty where nothing does',
      },
    ),
    action_items: Type.Array(ActionItem, {
      description: 'The same items in the same order as top_action_items, with their sources',
    }),
    objections: Type.Array(Objection, { description: 'The most frequent first; at most 20' }),
    questions: Type.Array(Question, { description: 'The most frequent first; at most 20' }),
    tones: Type.Array(Tone, { description: 'Each tone that some recording has, with those' }),
    totals: Totals,
    before: Nullable(Before),
    series: Series,
    talk: Type.Array(TalkShare, {
      description: 'Who spoke how much: the most first, at most 20, those without a name last',
    }),
    comparison: Nullable(Comparison),
    digest: Type.Array(Sentence, {
      description: 'The whole in a few sentences, each of which only tells the numbers in `values`',
    }),
  },
  { title: 'InsightsResult' },
)
export type InsightsResult = Static<typeof InsightsResult>
