-- Whether this process leads. It does so as long as its row is there, and one row may say so.
ALTER TABLE processes ADD COLUMN is_leader boolean NOT NULL DEFAULT false;
CREATE UNIQUE INDEX processes_one_leader ON processes (is_leader) WHERE is_leader;
