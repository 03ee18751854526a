create table events (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  project_id text,
  event text not null,
  data jsonb not null,
  link text,
  created_at timestamptz not null
);
create index events_page on events (organization_id, created_at desc, id desc);
create index events_age on events (created_at);

create table webhooks (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  url text not null,
  events text[] not null,
  description text,
  project_ids text[],
  secret_sealed text not null,
  secret_hint text not null,
  previous_secret_sealed text,
  previous_secret_expires_at timestamptz,
  is_active boolean not null default true,
  disabled_reason text check (disabled_reason in ('user', 'consecutive_failures', 'gone')),
  api_version text not null,
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  last_delivery_at timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_page on webhooks (organization_id, created_at desc, id desc);

create table deliveries (
  id text primary key,
  webhook_id text not null references webhooks on delete cascade,
  event_id text not null,
  event text not null,
  project_id text,
  payload text not null,
  status text not null
    check (status in ('pending', 'in_flight', 'retrying', 'delivered', 'exhausted', 'cancelled')),
  trigger text not null check (trigger in ('event', 'test', 'manual')),
  attempt_count integer not null default 0,
  max_attempts integer not null,
  next_attempt_at timestamptz,
  last_response_status integer,
  last_error_code text,
  last_error_message text,
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  delivered_at timestamptz,
  exhausted_at timestamptz
);
create index deliveries_page on deliveries (webhook_id, created_at desc, id desc);
create index deliveries_due on deliveries (next_attempt_at) where status in ('pending', 'retrying');
create unique index deliveries_once on deliveries (webhook_id, event_id) where trigger = 'event';
