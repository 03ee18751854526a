create table content (
  id text primary key,
  project_id text not null references projects on delete cascade,
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text,
  duration_seconds double precision,
  has_video boolean not null default false,
  audio_tracks integer,
  audio_channels integer,
  status text not null check (status in ('uploaded', 'processing', 'completed', 'failed')),
  stage text,
  progress double precision,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index content_page on content (project_id, created_at desc, id desc);
create index content_status on content (status);

create table upload_sessions (
  content_id text primary key references content on delete cascade,
  content_type text not null,
  size_bytes bigint not null,
  state text not null check (state in ('open', 'used', 'expired')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

create table transcripts (
  content_id text not null references content on delete cascade,
  version integer not null,
  text text not null,
  word_count integer not null,
  language text not null,
  language_probability double precision,
  model_used text not null,
  speakers jsonb not null,
  segments jsonb not null,
  created_at timestamptz not null,
  primary key (content_id, version)
);

create table transcription_usage (
  content_id text not null,
  organization_id text not null references organizations on delete cascade,
  minutes double precision not null,
  created_at timestamptz not null
);
create index transcription_usage_period on transcription_usage (organization_id, created_at);
