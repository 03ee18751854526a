-- Results in a language of their own, and prompts that are tried on a recording before they are saved.

ALTER TABLE prompts ADD COLUMN result_language text;    -- ISO 639-1; NULL: that of the speech
ALTER TABLE analyses ADD COLUMN result_language text;   -- as asked for; NULL: that of the speech

-- Kept for a day. A trial is no analysis: it is neither listed, announced nor found.
CREATE TABLE prompt_trials (
  id text PRIMARY KEY,
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  transcript_version integer NOT NULL,
  result_language text,
  status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
  progress double precision,
  -- json keeps the order of the fields; jsonb does not.
  result json,
  evidence jsonb,
  coverage jsonb,
  confidence_score integer,
  model_used text,
  processing_time_ms integer,
  error_code text,
  error_message text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz
);
CREATE INDEX prompt_trials_by_content ON prompt_trials (content_id);
CREATE INDEX prompt_trials_by_time ON prompt_trials (created_at);
