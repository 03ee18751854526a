-- The fields of a result that the built-in analyser cannot answer, as JSON pointers; null, nobody said.
ALTER TABLE analysis_runs ADD COLUMN needs_language_model jsonb;

CREATE OR REPLACE VIEW analyses AS
  SELECT id, content_id, project_id, prompt_id, prompt_name, prompt_version, transcript_version,
    version, status, progress, result, evidence, coverage, confidence_score, model_used,
    processing_time_ms, error_code, error_message, created_at, completed_at, result_language,
    needs_language_model
  FROM analysis_runs WHERE NOT is_trial;
