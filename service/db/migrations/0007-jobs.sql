-- One row per piece of work that has not ended; an ended one is deleted with its outcome on its item.
create table jobs (
  id bigint generated always as identity primary key,
  name text not null,
  lane text not null check (lane in ('engine', 'light')),
  payload jsonb not null,
  key text,
  state text not null check (state in ('waiting', 'running')),
  -- How often it was started and not handed back: after max_attempts it is given up.
  attempt integer not null default 0,
  max_attempts integer not null,
  -- Rises with every start, handed back or not: the fencing token of a run.
  run integer not null default 0,
  created_at timestamptz not null
);
create index jobs_next on jobs (lane, id) where state = 'waiting';
create index jobs_key on jobs (key) where key is not null;
