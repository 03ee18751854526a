-- Who did what that cannot be undone, opens a door or takes words out. Entries are only ever added; each carries the
-- hash of the one before, so that a changed or removed one shows.
CREATE TABLE audit_log (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  position integer NOT NULL,
  action text NOT NULL,
  object_id text,
  project_id text,
  -- Null where the app or the command line did it with the key of the session.
  api_key_id text,
  member_id text NOT NULL,
  created_at timestamptz NOT NULL,
  previous_hash text NOT NULL,
  hash text NOT NULL,
  UNIQUE (organization_id, position)
);

CREATE INDEX audit_log_page ON audit_log (organization_id, created_at DESC, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'entries of % are only ever added', TG_TABLE_NAME;
END $$;

CREATE TRIGGER audit_log_is_kept BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
