import type { ColumnType } from 'kysely'

/** The tables of what was written about recordings. */
type JsonOrNull<T extends object> = ColumnType<T | null, string | null, string | null>

/** What is known of a statement; the details of a task are null where they were not said. */
export type StoredClaim = {
  owner?: string | null
  due?: string | null
  condition?: string | null
  is_doubtful?: boolean
}

export type AnalysisStatus = 'queued' | 'processing' | 'completed' | 'failed'

type Run = {
  id: string
  content_id: string
  project_id: string
  /** ISO 639-1 code, as requested; null, that of the speech. */
  result_language: string | null
  transcript_version: number
  status: AnalysisStatus
  progress: number | null
  result: JsonOrNull<Record<string, unknown>>
  evidence: JsonOrNull<Record<string, string[]>>
  needs_language_model: JsonOrNull<string[]>
  coverage: JsonOrNull<{
    tokens_total: number
    tokens_used: number
    chunks: number
    /** Absent where statements were not checked one by one. */
    left_out?: number
  }>
  claims: JsonOrNull<Record<string, StoredClaim>>
  confidence_score: number | null
  model_used: string | null
  processing_time_ms: number | null
  error_code: string | null
  error_message: string | null
  created_at: Date
  completed_at: Date | null
}

type PromptColumns = {
  prompt_id: string
  prompt_name: string
  prompt_version: number
  version: number
}

/** A view: the runs that are no trials. */
export type Analyses = Run & PromptColumns

/** Every run of a prompt on a recording; a trial is of a prompt that need not be saved. */
export type AnalysisRuns = Run & { is_trial: boolean } & {
  [Column in keyof PromptColumns]: PromptColumns[Column] | null
}
