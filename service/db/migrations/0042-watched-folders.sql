-- Folders of this machine whose new recordings are added to a project.
CREATE TABLE watched_folders (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  path text NOT NULL,
  -- Why nothing is taken from it at present.
  error_code text,
  error_message text,
  -- Files that are not taken yet: [{"filename", "reason"}].
  waiting jsonb NOT NULL DEFAULT '[]',
  taken_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  UNIQUE (project_id, path)
);

-- What became of each file, so that none is taken twice; a row stays when its file or recording goes.
CREATE TABLE watched_files (
  folder_id text NOT NULL REFERENCES watched_folders (id) ON DELETE CASCADE,
  -- Below the folder, with forward slashes.
  path text NOT NULL,
  size_bytes bigint NOT NULL,
  changed_at_ms double precision NOT NULL,
  -- Null of files that were there before the folder was watched, which nobody read.
  sha256 text,
  outcome text NOT NULL CHECK (outcome IN ('there_before', 'taken', 'known', 'refused')),
  error_code text,
  error_message text,
  noted_at timestamptz NOT NULL,
  -- A name may be used again for another recording.
  PRIMARY KEY (folder_id, path, size_bytes, changed_at_ms)
);

CREATE INDEX content_by_hash ON content (sha256);
