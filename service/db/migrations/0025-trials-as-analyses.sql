-- A trial is a run of a prompt on a recording like any other, of a prompt that need not be saved. All
-- runs share one table and one job. `analyses` is a view of those that are no trials, so that none
-- can slip into a list, a count, a search or insights; it takes writes as the table did.
ALTER TABLE analyses RENAME TO analysis_runs;
ALTER TABLE analysis_runs
  ADD COLUMN is_trial boolean NOT NULL DEFAULT false,
  ALTER COLUMN prompt_id DROP NOT NULL,
  ALTER COLUMN prompt_name DROP NOT NULL,
  ALTER COLUMN prompt_version DROP NOT NULL,
  ALTER COLUMN version DROP NOT NULL,
  ADD CONSTRAINT analysis_runs_of_prompt CHECK (
    is_trial = (prompt_id IS NULL) AND is_trial = (prompt_name IS NULL)
    AND is_trial = (prompt_version IS NULL) AND is_trial = (version IS NULL)
  );

INSERT INTO analysis_runs (id, content_id, project_id, is_trial, transcript_version,
    result_language, status, progress, result, evidence, coverage, confidence_score, model_used,
    processing_time_ms, error_code, error_message, created_at, completed_at)
  SELECT trial.id, trial.content_id, content.project_id, true, trial.transcript_version,
    trial.result_language, trial.status, trial.progress, trial.result, trial.evidence,
    trial.coverage, trial.confidence_score, trial.model_used, trial.processing_time_ms,
    trial.error_code, trial.error_message, trial.created_at, trial.completed_at
  FROM prompt_trials trial JOIN content ON content.id = trial.content_id;
DROP TABLE prompt_trials;
-- Those that expire are looked for every hour.
CREATE INDEX analysis_runs_trials ON analysis_runs (created_at) WHERE is_trial;

CREATE VIEW analyses AS
  SELECT id, content_id, project_id, prompt_id, prompt_name, prompt_version, transcript_version,
    version, status, progress, result, evidence, coverage, confidence_score, model_used,
    processing_time_ms, error_code, error_message, created_at, completed_at, result_language
  FROM analysis_runs WHERE NOT is_trial;

-- What waits in the queue is done by the job of all runs; its key is the recording's id.
UPDATE jobs SET
    name = 'analysis.run',
    key = run.content_id,
    payload = jobs.payload - 'trial_id' || jsonb_build_object('analysis_id', run.id)
  FROM analysis_runs run
  WHERE jobs.name = 'prompt.try' AND run.id = jobs.payload->>'trial_id';
-- Its trial went with its recording.
DELETE FROM jobs WHERE name = 'prompt.try';
