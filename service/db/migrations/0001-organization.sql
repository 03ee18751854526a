create table organizations (
  id text primary key,
  name text not null,
  slug text not null unique,
  default_prompt_id text,
  transcription_minutes_limit double precision not null,
  storage_gb_limit double precision not null,
  created_at timestamptz not null
);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  name text not null,
  key_prefix text not null,
  key_hash text not null unique,
  key_type text not null check (key_type in ('secret', 'publishable')),
  scopes text[] not null,
  project_ids text[],
  is_session boolean not null default false,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index api_keys_page on api_keys (organization_id, created_at desc, id desc);
