-- Who makes a recording of what was sent for an item, while it does so: nobody else writes or removes the file then. A
-- row outlives its item: where that is deleted meanwhile, it tells that files may have come after those were removed.
-- token: of one such attempt. process: who makes it, as with jobs.
CREATE TABLE upload_claims (
  content_id text PRIMARY KEY,
  organization_id text NOT NULL,
  token text NOT NULL,
  process text NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now()
);
CREATE POLICY own_organization ON upload_claims USING (works_for(organization_id));
ALTER TABLE upload_claims ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- What a store calls the upload in parts that the parts of the file go to.
ALTER TABLE upload_sessions ADD COLUMN parts_id text;
