-- What insights are counted from, so that only what changed is read again, and what is deleted goes.

-- What was found in a recording, as its analyses and its transcript were then; the fingerprint names them.
CREATE TABLE recording_findings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  fingerprint text NOT NULL,
  findings json NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (content_id, fingerprint)
);

-- Which of them insights were made from.
CREATE TABLE insight_sources (
  insights_id text NOT NULL REFERENCES insights (id) ON DELETE CASCADE,
  findings_id bigint NOT NULL REFERENCES recording_findings (id) ON DELETE CASCADE,
  is_current boolean NOT NULL,                          -- false: of the period before
  PRIMARY KEY (insights_id, findings_id)
);
CREATE INDEX insight_sources_by_findings ON insight_sources (findings_id);

ALTER TABLE insights
  ADD COLUMN compared_with text REFERENCES insights (id) ON DELETE SET NULL,
  -- NULL: made before sources were kept, so that they cannot be counted again.
  ADD COLUMN recordings_read integer,
  -- Deleted since, and not yet counted out: nothing that may be from them is shown.
  ADD COLUMN removed_ids text[] NOT NULL DEFAULT '{}',
  ADD COLUMN removed_recordings integer NOT NULL DEFAULT 0;
CREATE INDEX insights_by_comparison ON insights (compared_with);
