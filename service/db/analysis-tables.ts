import type { ColumnType } from 'kysely'

/** The tables of what was written about recordings. */
type JsonOrNull<T extends object> = ColumnType<T | null, string | null, string | null>

export type AnalysisStatus = 'queued' | 'processing' | 'completed' | 'failed'

/** What a writer leaves, whether it is kept as an analysis or only tried. */
type Written = {
  /** As asked for; null, that of the speech. */
  result_language: string | null
  transcript_version: number
  status: AnalysisStatus
  progress: number | null
  result: JsonOrNull<Record<string, unknown>>
  evidence: JsonOrNull<Record<string, string[]>>
  coverage: JsonOrNull<{ tokens_total: number; tokens_used: number; chunks: number }>
  confidence_score: number | null
  model_used: string | null
  processing_time_ms: number | null
  error_code: string | null
  error_message: string | null
  created_at: Date
  completed_at: Date | null
}

export type Analyses = Written & {
  id: string
  content_id: string
  project_id: string
  prompt_id: string
  prompt_name: string
  prompt_version: number
  version: number
}

/** A prompt that is tried before it is saved; gone after a day. */
export type PromptTrials = Written & { id: string; content_id: string }
