// Insights beside those before them, and a period beside another.
import { Type } from 'typebox'
import { Id, Nullable, StringEnum, Timestamp } from '../../http/shapes.ts'
import { count, numbers, Totals } from './numbers-schema.ts'

export const Comparison = Type.Object(
  {
    insights_id: Id('ins'),
    period_start: Timestamp,
    period_end: Timestamp,
    lookback_days: count('Length of their period', 30),
    is_same_length: Type.Boolean({
      description:
        'Whether both periods are equally long, so that counts can be compared as they are',
    }),
    before: Totals,
    change: Type.Object(numbers, {
      title: 'InsightsChange',
      description: 'What these have more than those; less is negative',
    }),
    themes: Type.Array(
      Type.Object(
        {
          theme: Type.String({ examples: ['Contract renewal'] }),
          change: StringEnum(['new', 'gone', 'grown', 'shrunk'], {
            description: 'By the number of recordings in which it comes up',
            examples: ['grown'],
          }),
          frequency: count('Recordings in these', 6),
          previous_frequency: count('Recordings in those', 4),
        },
        { title: 'InsightsThemeChange' },
      ),
      { description: 'Those that changed, by how much; at most 40' },
    ),
  },
  { title: 'InsightsComparison' },
)

export const Before = Type.Object(
  {
    period_start: Timestamp,
    period_end: Timestamp,
    totals: Totals,
    is_enough: Type.Boolean({
      description: 'Whether both periods have the 5 recordings without which nothing is compared',
    }),
    changes: Type.Array(
      Type.Object(
        {
          what: StringEnum([
            ...(['theme', 'positive', 'negative', 'action_items'] as const),
            ...(['objections', 'questions', 'talk_seconds'] as const),
          ]),
          theme: Nullable(Type.String({ examples: ['Contract renewal'] })),
          direction: StringEnum(['rose', 'fell']),
          now: Type.Number({
            description:
              'Of themes and tones the share of recordings, 0 to 1; of the rest the mean of a recording',
            examples: [0.6],
          }),
          before: Type.Number({ examples: [0.1] }),
        },
        { title: 'InsightsMove' },
      ),
      {
        description:
          'Only what differs by more than chance (95 %): shares by the exact test of Fisher, numbers ' +
          'of each recording by the rank-sum test of Mann and Whitney',
      },
    ),
  },
  { title: 'InsightsBefore', description: 'The period that these are compared with' },
)
