// The result as it is kept: evidence with the state of the transcript that its times are of. What
// recordings are called, and whether the moments still exist, is looked up when it is shown.
import type { Moment } from './findings.ts'
import type { InsightsResult } from './schema.ts'

export type StoredEvidence = { content_id: string; stamp: string | null; segments: Moment[] }

type Lists = 'key_themes' | 'action_items' | 'objections' | 'questions'
type Kept<T> = Omit<T, 'evidence'> & { evidence: StoredEvidence[] }

export type StoredResult = Omit<InsightsResult, Lists> & {
  [List in Lists]: Kept<InsightsResult[List][number]>[]
}
