-- What is known of single statements of a result, by JSON pointer: who does a task, by when, on what condition, and
-- whether the recording leaves the statement in doubt. Null, nobody said.
ALTER TABLE analysis_runs ADD COLUMN claims jsonb;

CREATE OR REPLACE VIEW analyses AS
  SELECT id, content_id, project_id, prompt_id, prompt_name, prompt_version, transcript_version,
    version, status, progress, result, evidence, coverage, confidence_score, model_used,
    processing_time_ms, error_code, error_message, created_at, completed_at, result_language,
    needs_language_model, claims
  FROM analysis_runs WHERE NOT is_trial;
