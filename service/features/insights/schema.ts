import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'

const contentIds = (description: string) => Type.Array(Id('cont'), { description })

const Theme = Type.Object(
  {
    theme: Type.String({
      description: 'What it was called most often; other wordings of it are counted with it',
      examples: ['Contract renewal'],
    }),
    frequency: Type.Integer({
      description: 'Recordings of the period in which it comes up',
      examples: [6],
    }),
    trend: StringEnum(['rising', 'falling', 'stable', 'new'], {
      description:
        'Against the equally long period before: stable within 20 %, new where it did not come up',
      examples: ['rising'],
    }),
    previous_frequency: Type.Integer({
      description: 'Recordings of the equally long period before in which it comes up',
      examples: [4],
    }),
    content_ids: contentIds('Where it comes up, newest first; at most 100 of them'),
  },
  { title: 'Theme' },
)

const ActionItem = Type.Object(
  {
    text: Type.String({ examples: ['Send the contract'] }),
    owner: Nullable(
      Type.String({ description: 'Who took it on, where that is known', examples: ['Mary'] }),
    ),
    due: Nullable(Type.String({ description: 'By when, as it was said', examples: ['on Friday'] })),
    recordings: Type.Integer({
      description: 'Recordings of the period that name it',
      examples: [2],
    }),
    content_ids: contentIds('Which ones, newest first; at most 100 of them'),
  },
  { title: 'ActionItem' },
)

const count = (mood: string) =>
  Type.Integer({ description: `Recordings of the period with a ${mood} tone`, examples: [3] })

/** Spec: Project insights, result; what each theme and action item comes from is ours. */
export const InsightsResult = Type.Object(
  {
    key_themes: Type.Array(Theme, { description: 'The most frequent first; at most 20' }),
    sentiment_distribution: Type.Object(
      {
        positive: count('positive'),
        neutral: count('neutral or mixed'),
        negative: count('negative'),
      },
      { description: 'A recording whose tone nobody judged is not counted' },
    ),
    top_action_items: Type.Array(
      Type.String({ examples: ['Send the contract (Ada, due Friday)'] }),
      {
        description: 'What most recordings name first, then the newest; at most 20',
      },
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
  },
  { title: 'InsightsResult' },
)
export type InsightsResult = Static<typeof InsightsResult>

const shared = {
  id: Id('ins'),
  project_id: Id('proj'),
  lookback_days: Type.Integer({ description: 'Length of the period', examples: [30] }),
  period_start: Type.String({ ...Timestamp, description: 'First moment of the period' }),
  period_end: Type.String({ ...Timestamp, description: 'End of the period, itself not in it' }),
  created_at: Timestamp,
}

/** Spec: Project insights. */
export const Insights = Type.Object(
  {
    ...shared,
    status: StringEnum(['completed']),
    content_analyzed: Type.Integer({
      description: 'Recordings of the period that have an analysis or a transcript',
      examples: [24],
    }),
    result: InsightsResult,
    completed_at: Timestamp,
  },
  { title: 'Insights' },
)
export type Insights = Static<typeof Insights>

/** Choice: an item of the history (choices.md 8). */
export const InsightsItem = Type.Object(
  {
    ...shared,
    status: StringEnum(['queued', 'processing', 'completed', 'failed']),
    content_analyzed: Nullable(Insights.properties.content_analyzed),
    result: Nullable(InsightsResult),
    error: Nullable(Failure),
    completed_at: Nullable(Timestamp),
  },
  { title: 'InsightsItem' },
)
export type InsightsItem = Static<typeof InsightsItem>

export const GenerateRequest = Body(
  {
    lookback_days: Type.Optional(
      // Choice: a year at most; the period before it is as long again.
      Type.Integer({
        minimum: 1,
        maximum: 365,
        default: 30,
        description: 'How many days back from now; 30 where it is left out',
        examples: [30],
      }),
    ),
  },
  { title: 'InsightsRequest' },
)
export type GenerateRequest = Static<typeof GenerateRequest>

export const GenerateAnswer = Type.Object(
  {
    insights_id: Id('ins'),
    status: StringEnum(['queued', 'processing'], {
      description: 'processing where an earlier request is being worked on',
    }),
    message: Type.String({ examples: ['The insights are queued.'] }),
  },
  { title: 'InsightsAnswer' },
)
export type GenerateAnswer = Static<typeof GenerateAnswer>
