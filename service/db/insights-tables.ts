import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AnalysisStatus } from './analysis-tables.ts'

/** The tables of what recordings have in common. */
type JsonOrNull<T extends object> = ColumnType<T | null, string | null, string | null>

export type Insights = {
  id: string
  project_id: string
  status: AnalysisStatus
  lookback_days: number
  period_start: Date
  period_end: Date
  content_analyzed: number | null
  result: JsonOrNull<Record<string, unknown>>
  /** The completed ones that were the newest before these. */
  compared_with: string | null
  /** Null where their sources were not kept. */
  recordings_read: number | null
  /** Recordings that were deleted and are still counted in `result`. */
  removed_ids: Generated<string[]>
  removed_recordings: Generated<number>
  error_code: string | null
  error_message: string | null
  created_at: Date
  completed_at: Date | null
}

/** What was found in a recording; `fingerprint` names the analyses and the transcript it is from. */
export type RecordingFindings = {
  id: GeneratedAlways<number>
  content_id: string
  fingerprint: string
  findings: ColumnType<object, string, string>
  /** What of them is counted; null in rows of older versions. */
  counted: JsonOrNull<object>
  created_at: Date
}

export type InsightSources = { insights_id: string; findings_id: number; is_current: boolean }

/** A task that somebody took on in a recording. */
export type ActionItems = {
  id: string
  project_id: string
  content_id: string
  /** The same task in a later analysis has the same. */
  key: string
  text: string
  owner: string | null
  due: string | null
  /** The day that `due` names, as 2026-11-27. */
  due_on: string | null
  segment_ids: string[]
  /** False where no current analysis has it. */
  is_listed: boolean
  done_at: Date | null
  /** When a person last ticked it off or opened it again. */
  ticked_at: Date | null
  created_at: Date
}

/** Recordings that were analysed before tasks had rows. */
export type UnreadActions = { content_id: string }
