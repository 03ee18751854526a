import { toIsoOrNull } from '../../core/time.ts'
import type { AnalysisRow } from './store.ts'

type WrittenRow = Omit<
  AnalysisRow,
  'id' | 'content_id' | 'project_id' | 'prompt_id' | 'prompt_name' | 'prompt_version' | 'version'
>

/** What a writer left in a row, as an answer shows it. */
export const toWritten = (row: WrittenRow) => ({
  result: row.result,
  model_used: row.model_used,
  processing_time_ms: row.processing_time_ms,
  transcript_version: row.transcript_version,
  result_language: row.result_language,
  error: row.error_code ? { code: row.error_code, message: row.error_message ?? '' } : null,
  coverage: row.coverage,
  evidence: row.evidence,
  progress: row.progress,
  completed_at: toIsoOrNull(row.completed_at),
})
