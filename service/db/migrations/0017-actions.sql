-- What people took on in recordings, one row a task, so that it can be ticked off.

CREATE TABLE action_items (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  -- Its words without case and punctuation: the same task in a later analysis is this row.
  key text NOT NULL,
  text text NOT NULL,
  owner text,
  due text,
  due_on text,                                          -- that as a day, 2026-11-27, where it names one
  segment_ids text[] NOT NULL,
  -- False: no current analysis has it any more. Kept, so that one that has it again finds it done.
  is_listed boolean NOT NULL,
  done_at timestamptz,
  created_at timestamptz NOT NULL,
  UNIQUE (content_id, key)
);
CREATE INDEX action_items_newest ON action_items (project_id, created_at DESC, id DESC) WHERE is_listed;

-- Recordings that were analysed before there were rows of tasks; each goes when it was read.
CREATE TABLE unread_actions (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE
);
INSERT INTO unread_actions SELECT DISTINCT content_id FROM analyses WHERE status = 'completed';
