-- Every text that a prompt had, to read and to return to; kept as long as the prompt.
CREATE TABLE prompt_versions (
  prompt_id text NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
  version integer NOT NULL,
  template text NOT NULL,
  -- json keeps the order of the properties; jsonb does not.
  output_schema json,
  edited_by text,   -- the member; NULL: the app itself, or from before this was kept
  created_at timestamptz NOT NULL,
  PRIMARY KEY (prompt_id, version)
);
-- Earlier texts were overwritten: the present one is the first that is kept.
INSERT INTO prompt_versions (prompt_id, version, template, output_schema, created_at)
  SELECT id, version, template, output_schema, CASE version WHEN 1 THEN created_at ELSE updated_at END
  FROM prompts;

-- How many analyses were made with each version, without reading them.
CREATE INDEX analyses_by_prompt ON analyses (prompt_id, prompt_version, project_id)
  WHERE status = 'completed';

-- The queue asks every second or so for what waits or is at work: few of many.
CREATE INDEX analyses_open ON analyses (created_at DESC, id DESC)
  WHERE status IN ('queued', 'processing');
