import { Type, type Static } from 'typebox'
import { Body, Failure, Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { InsightsResult } from './result-schema.ts'

const shared = {
  id: Id('ins'),
  project_id: Id('proj'),
  lookback_days: Type.Integer({ description: 'Length of the period', examples: [30] }),
  period_start: Type.String({ ...Timestamp, description: 'First moment of the period' }),
  period_end: Type.String({ ...Timestamp, description: 'End of the period, itself not in it' }),
  created_at: Timestamp,
  recordings_read: Nullable(
    Type.Integer({
      description:
        'Recordings that had to be read for these, because they were new or had changed; the ' +
        'rest was known. Null where that was not counted',
      examples: [3],
    }),
  ),
  removed_recordings: Type.Integer({
    description: 'Recordings of the period that were deleted since, and counted out again',
    examples: [0],
  }),
}

const Since = Type.Object(
  {
    new_recordings: Type.Integer({
      description: 'Recordings made after the period that can be read',
      examples: [3],
    }),
    changed_recordings: Type.Integer({
      description: 'Recordings of the period with other analyses or another transcript than then',
      examples: [1],
    }),
  },
  { title: 'InsightsSince', description: 'What others made now would have that these have not' },
)

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
    since: Since,
    completed_at: Timestamp,
  },
  { title: 'Insights' },
)
export type Insights = Static<typeof Insights>

/** Choice: an item of the history (api-choices.md 8). */
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

const Day = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date',
      description: `An addition of ours, with time_zone: ${description}`,
      examples: ['2026-11-26'],
    }),
  )

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
    time_zone: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'An addition of ours: IANA name of a time zone. Days are then its calendar days, today the ' +
          'last of them; without it a day is 24 hours, counted back from now',
        examples: ['Europe/Berlin'],
      }),
    ),
    from: Day('First day, instead of lookback_days'),
    to: Day('Last day; today where it is left out'),
    compared_from: Day('First day to compare with; as many days as the period has, without it'),
    compared_to: Day('Last day to compare with; the day before the period, without it'),
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
