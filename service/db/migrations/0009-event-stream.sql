-- The order of the event stream. There is one connection, so transactions follow each other: a
-- number given in one is committed before the next is given, and nothing appears behind a reader.
alter table events add column position bigint;
update events set position = numbered.place
  from (select id, row_number() over (order by created_at, id) as place from events) numbered
  where numbered.id = events.id;
alter table events alter column position set not null;
alter table events alter column position add generated always as identity;
select setval(
  pg_get_serial_sequence('events', 'position'),
  coalesce(max(position), 0) + 1,
  false
) from events;
create unique index events_position on events (position);
create index events_project on events (project_id, position);

-- Where the events of removed projects stood, so that a reader whose last one went with its project
-- goes on from there. Nothing else is kept of them.
create table removed_events (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  position bigint not null,
  created_at timestamptz not null
);
create index removed_events_age on removed_events (created_at);

-- What changed in a project and is not reported yet: project.updated waits half a minute for more.
create table project_changes (
  project_id text primary key references projects on delete cascade,
  changed_fields text[] not null
);
