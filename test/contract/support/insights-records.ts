import { failure } from './records.ts'
import {
  id,
  integer,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  timestamp,
  truth,
} from './shapes.ts'

// Spec: Project insights.
// ours (8): where each entry comes from
const sources = {
  content_ids: list(id('cont')),
  evidence: list(
    record({
      content_id: id('cont'),
      filename: text,
      title: text, // ours
      segments: list(record({ id: id('seg'), start: number, end: number, text })),
    }),
  ),
}
// ours (8): the numbers of a period, of a step of it, and how they changed
const numbers = {
  recordings: integer,
  positive: integer,
  neutral: integer,
  negative: integer,
  action_items: integer,
  objections: integer,
  open_objections: integer,
  questions: integer,
  words: integer,
  talk_seconds: number,
}
const insightsResult = record({
  key_themes: list(
    record({
      theme: text,
      frequency: number,
      trend: oneOf('rising', 'falling', 'stable', 'new'),
      // ours (8): where the numbers come from
      previous_frequency: integer,
      ...sources,
    }),
  ),
  sentiment_distribution: record({ positive: number, neutral: number, negative: number }),
  top_action_items: list(text),
  recommendations: list(text),
  // ours
  action_items: list(
    record({
      text,
      owner: orNull(text),
      due: orNull(text),
      recordings: integer,
      ...sources,
    }),
  ),
  objections: list(record({ text, recordings: integer, open_recordings: integer, ...sources })),
  questions: list(record({ text, recordings: integer, ...sources })),
  tones: list(
    record({ tone: oneOf('positive', 'neutral', 'negative'), recordings: integer, ...sources }),
  ),
  totals: record(numbers),
  before: orNull(
    record({
      period_start: timestamp,
      period_end: timestamp,
      totals: record(numbers),
      is_enough: truth,
      changes: list(
        record({
          what: text,
          theme: orNull(text),
          direction: oneOf('rose', 'fell'),
          now: number,
          before: number,
        }),
      ),
    }),
  ),
  series: record({
    step: oneOf('day', 'week'),
    time_zone: orNull(text),
    points: list(record({ start: timestamp, end: timestamp, ...numbers })),
  }),
  talk: list(
    record({
      speaker: orNull(text),
      seconds: number,
      share: number,
      previous_share: orNull(number),
      recordings: integer,
    }),
  ),
  comparison: orNull(
    record({
      insights_id: id('ins'),
      period_start: timestamp,
      period_end: timestamp,
      lookback_days: integer,
      is_same_length: truth,
      before: record(numbers),
      change: record(numbers),
      themes: list(
        record({
          theme: text,
          change: oneOf('new', 'gone', 'grown', 'shrunk'),
          frequency: integer,
          previous_frequency: integer,
        }),
      ),
    }),
  ),
  digest: list(record({ key: text, text, values: object })),
})
const insightsFields = {
  id: id('ins'),
  project_id: id('proj'),
  lookback_days: integer,
  created_at: timestamp,
  // ours (8)
  period_start: timestamp,
  period_end: timestamp,
  recordings_read: orNull(integer),
  removed_recordings: integer,
}
export const insights = record({
  ...insightsFields,
  content_analyzed: integer,
  result: insightsResult,
  since: record({ new_recordings: integer, changed_recordings: integer }),
  status: oneOf('completed'),
  completed_at: timestamp,
})
export const insightsItem = record({
  ...insightsFields,
  content_analyzed: orNull(integer),
  result: orNull(insightsResult),
  status: oneOf('queued', 'processing', 'completed', 'failed'),
  completed_at: orNull(timestamp),
  error: orNull(failure),
})
