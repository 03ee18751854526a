create table members (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  email text not null,
  name text,
  role text not null check (role in ('admin', 'member')),
  is_owner boolean not null default false,
  invitation_id text,
  last_active_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index members_page on members (organization_id, created_at desc, id desc);
create unique index members_email on members (organization_id, lower(email));
create unique index members_owner on members (organization_id) where is_owner;

create table invitations (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member')),
  status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
  token_hash text not null unique,
  invited_by text,
  delivery text not null check (delivery in ('email', 'link')),
  send_count integer not null,
  last_sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invitations_page on invitations (organization_id, created_at desc, id desc);
create unique index invitations_pending on invitations (organization_id, lower(email))
  where status = 'pending';

-- A member's keys go with the member. Null: made before there were members, so the owner's.
alter table api_keys add column member_id text references members on delete cascade;
alter table api_keys add column api_version text not null default '2026-11-21';

create table insights (
  id text primary key,
  project_id text not null references projects on delete cascade,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
  lookback_days integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  content_analyzed integer,
  -- json keeps the order of the fields; jsonb does not.
  result json,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index insights_page on insights (project_id, created_at desc, id desc);
create unique index insights_open on insights (project_id) where status in ('queued', 'processing');

create table idempotency_keys (
  api_key_id text not null references api_keys on delete cascade,
  method text not null,
  path text not null,
  key text not null,
  request_hash text not null,
  -- reserved: nothing was written yet; committed: the data is, with `body_sealed` made from it;
  -- answered: `status` and `body_sealed` are what the first caller got.
  state text not null check (state in ('reserved', 'committed', 'answered')),
  status integer,
  body_sealed text,
  created_at timestamptz not null,
  primary key (api_key_id, method, path, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table notices (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  link text,
  read_at timestamptz,
  created_at timestamptz not null
);
create index notices_page on notices (organization_id, created_at desc, id desc);
