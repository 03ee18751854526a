-- What is said in a very long recording is read for search in steps, each of which is short: one after the other their
-- words are put together here.
CREATE AGGREGATE search_concat(tsvector) (SFUNC = tsvector_concat, STYPE = tsvector, INITCOND = '');

-- The words of what is said in such a recording, so that a new title or note does not read all of it again.
CREATE TABLE search_said (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  document tsvector NOT NULL,
  ranking tsvector NOT NULL
);
CREATE POLICY own_organization ON search_said USING (works_for_content(content_id));
ALTER TABLE search_said ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;

-- Letters and numbers have one form in the index from now on (features/search/fold.ts). Where there are documents from
-- before: up to which recording they are brought up to date by now. No row: all are.
CREATE TABLE search_unfolded (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  folded_to text NOT NULL
);
INSERT INTO search_unfolded (folded_to) SELECT '' WHERE EXISTS (SELECT FROM search_documents);

-- Of a process that ended without a word: how often that happened to a job. Those are no failures of the job itself.
ALTER TABLE jobs ADD COLUMN ends_of_process integer NOT NULL DEFAULT 0;
