// The sentences that a digest can have, as data: the same in every language.

export type ThemeCount = { theme: string; frequency: number }
export type ThemeMove = ThemeCount & { previous_frequency: number }

/** What each sentence is made from; `key` names it in every language. */
export type Sentence =
  | { key: 'nothing'; values: { lookback_days: number } }
  | { key: 'extent'; values: Extent }
  | { key: 'more_than_before'; values: { recordings: number; previous_recordings: number } }
  | { key: 'tone'; values: { judged: number; positive: number; neutral: number; negative: number } }
  | { key: 'themes'; values: { themes: ThemeCount[] } }
  | { key: 'rising' | 'falling'; values: { themes: ThemeMove[]; lookback_days: number } }
  | { key: 'gone'; values: { themes: string[]; period_start: string; period_end: string } }
  | { key: 'action_items'; values: { action_items: number; recordings: number; overdue: number } }
  | { key: 'objections'; values: { objections: number; recordings: number; open: number } }
  | { key: 'questions'; values: { questions: number; recordings: number } }

type Extent = {
  recordings: number
  period_start: string
  period_end: string
  talk_seconds: number
  words: number
}
