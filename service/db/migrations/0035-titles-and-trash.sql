-- What a person calls a recording and when it took place; without them, its file's name and when it came in.
ALTER TABLE content
  ADD COLUMN title text,
  ADD COLUMN recorded_at timestamptz;

CREATE FUNCTION title_of(title text, filename text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT coalesce(title, regexp_replace(filename, '(.)\.(3g[p2]|[[:alpha:]][[:alnum:]]{0,4})$', '\1')) $$;

DROP INDEX content_by_name;
ALTER TABLE content
  DROP COLUMN plain_name,
  DROP COLUMN name_order,
  ADD COLUMN shown_title text NOT NULL GENERATED ALWAYS AS (title_of(title, filename)) STORED,
  ADD COLUMN plain_name text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (plain_name(coalesce(title || chr(10), '') || filename)) STORED,
  ADD COLUMN name_order text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (name_order(title_of(title, filename))) STORED;
CREATE INDEX content_by_name ON content (project_id, name_order, id);

-- A recording in the bin stands in a project of the organization that nobody sees; a project in the bin is
-- not seen itself. So whatever looks through the projects that are shown finds neither.
ALTER TABLE projects
  ADD COLUMN trashed_at timestamptz,
  ADD COLUMN is_bin boolean NOT NULL DEFAULT false,
  ADD COLUMN is_shown boolean NOT NULL GENERATED ALWAYS AS (trashed_at IS NULL AND NOT is_bin) STORED;
CREATE UNIQUE INDEX projects_bin ON projects (organization_id) WHERE is_bin;
ALTER TABLE content
  ADD COLUMN trashed_at timestamptz,
  ADD COLUMN trashed_from text REFERENCES projects ON DELETE SET NULL;
CREATE INDEX content_trashed ON content (trashed_at) WHERE trashed_at IS NOT NULL;
ALTER TABLE prompts ADD COLUMN trashed_at timestamptz;

-- Rows that name the project of their recording go with it to another.
CREATE FUNCTION follow_recording() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      UPDATE projects SET content_count = content_count - 1 WHERE id = OLD.project_id;
      UPDATE projects SET content_count = content_count + 1 WHERE id = NEW.project_id;
      UPDATE analysis_runs SET project_id = NEW.project_id WHERE content_id = NEW.id;
      UPDATE action_items SET project_id = NEW.project_id WHERE content_id = NEW.id;
      UPDATE search_documents SET project_id = NEW.project_id WHERE content_id = NEW.id;
      UPDATE search_speech SET project_id = NEW.project_id WHERE content_id = NEW.id;
      UPDATE ask_segments
        SET words = ts_delete(words, OLD.project_id) || array_to_tsvector(ARRAY[NEW.project_id])
        WHERE content_id = NEW.id;
      -- Voices are remembered by project; names stay in the transcript. Out of the bin it goes home.
      IF OLD.trashed_at IS NULL AND NEW.trashed_at IS NULL THEN
        UPDATE speaker_voices SET voice_id = NULL, suggested_voice_id = NULL WHERE content_id = NEW.id;
      END IF;
      RETURN NULL;
    END
  $$;
CREATE TRIGGER content_moves AFTER UPDATE OF project_id ON content
  FOR EACH ROW WHEN (OLD.project_id <> NEW.project_id) EXECUTE FUNCTION follow_recording();
