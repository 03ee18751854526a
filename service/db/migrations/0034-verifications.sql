-- amcheck leaves out the first page of a GIN index.
CREATE EXTENSION IF NOT EXISTS pageinspect;

-- The check of the library that runs or ran last; one that runs is begun again by a start.
CREATE TABLE verifications (
  organization_id text PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  reason text NOT NULL CHECK (reason IN ('requested', 'crash', 'monthly', 'unreadable')),
  status text NOT NULL CHECK (status IN ('running', 'completed', 'cancelled', 'failed')),
  step text CHECK (step IN ('rows', 'indexes', 'tables', 'recordings')),
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  -- At most 100 of them; finding_count counts all.
  findings jsonb NOT NULL DEFAULT '[]',
  finding_count integer NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL,
  finished_at timestamptz
);
