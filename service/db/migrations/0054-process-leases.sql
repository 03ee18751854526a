-- The processes that work on this database. What one of them has begun is its own while its row is there; without
-- a server there is one process, and its row holds until the next start.
CREATE TABLE processes (
  id text PRIMARY KEY,
  lease_until timestamptz NOT NULL
);

-- worker: the process that runs it. only_worker: the one process that may, as a request waits there.
-- organization_id: whose turn it takes; '' where it is nobody's.
ALTER TABLE jobs
  ADD COLUMN worker text,
  ADD COLUMN only_worker text,
  ADD COLUMN organization_id text NOT NULL DEFAULT '';
DROP INDEX jobs_next;
CREATE INDEX jobs_next ON jobs (lane, organization_id, moved_up DESC, is_first DESC, id) WHERE state = 'waiting';
CREATE INDEX jobs_running ON jobs (worker) WHERE state = 'running';
CREATE INDEX jobs_later ON jobs (not_before) WHERE state = 'waiting' AND not_before IS NOT NULL;
CREATE INDEX jobs_of_one ON jobs (only_worker) WHERE only_worker IS NOT NULL;

-- run: one start of its attempt, as with jobs. content_id and position: deliveries to one endpoint about one
-- recording follow the order of their events; null where they need not.
ALTER TABLE deliveries
  ADD COLUMN worker text,
  ADD COLUMN run integer NOT NULL DEFAULT 0,
  ADD COLUMN content_id text,
  ADD COLUMN position bigint;
CREATE INDEX deliveries_next ON deliveries (webhook_id, next_attempt_at, id) WHERE status IN ('pending', 'retrying');
CREATE INDEX deliveries_in_flight ON deliveries (webhook_id) WHERE status = 'in_flight';
CREATE INDEX deliveries_in_order ON deliveries (webhook_id, content_id, position)
  WHERE status IN ('pending', 'in_flight', 'retrying') AND content_id IS NOT NULL;
CREATE INDEX events_of_content ON events ((data ->> 'content_id'), position);

-- The process that works on the request; null once it has ended.
ALTER TABLE idempotency_keys ADD COLUMN process text;
