-- What takes seconds and neither the speech engine nor a language model has a lane of its own, so that it never
-- waits behind transcriptions.
ALTER TABLE jobs DROP CONSTRAINT jobs_lane_check;
ALTER TABLE jobs ADD CONSTRAINT jobs_lane_check CHECK (lane IN ('engine', 'analyser', 'light'));
UPDATE jobs SET lane = 'analyser' WHERE name IN ('analysis.run', 'content.embed');

-- is_first: somebody waits for it now, so that it goes before a backlog. moved_up: a person moved it before all
-- others; the highest came last and goes first.
ALTER TABLE jobs
  ADD COLUMN is_first boolean NOT NULL DEFAULT false,
  ADD COLUMN moved_up integer NOT NULL DEFAULT 0;
DROP INDEX jobs_next;
CREATE INDEX jobs_next ON jobs (lane, moved_up DESC, is_first DESC, id) WHERE state = 'waiting';

-- How the recording is to be queued once its upload is complete.
ALTER TABLE upload_sessions ADD COLUMN is_first boolean NOT NULL DEFAULT false;

-- One row while the queue is paused, none otherwise.
CREATE TABLE queue_pause (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  paused_at timestamptz NOT NULL
);
