// The numbers of a period, of a step of it, or of what changed.
import { Type } from 'typebox'

export const count = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] })

/** Entries are counted as the recordings list them: the same task in two recordings is two. */
export const numbers = {
  recordings: count('Recordings that have an analysis or a transcript', 8),
  positive: count('Recordings with a positive tone', 3),
  neutral: count('Recordings with a neutral or mixed tone', 3),
  negative: count('Recordings with a negative tone', 1),
  action_items: count('Action items, in all recordings together', 12),
  objections: count('Objections, in all recordings together', 4),
  open_objections: count('Those of them that got no response', 1),
  questions: count('Questions, in all recordings together', 5),
  words: count('Words that were said', 21_340),
  talk_seconds: Type.Number({ description: 'Length of all that was said', examples: [7_412.5] }),
}

export const Totals = Type.Object(numbers, { title: 'InsightsTotals' })
