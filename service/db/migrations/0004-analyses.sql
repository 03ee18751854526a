create table analyses (
  id text primary key,
  content_id text not null references content on delete cascade,
  project_id text not null,
  prompt_id text not null,
  prompt_name text not null,
  prompt_version integer not null,
  transcript_version integer not null,
  version integer not null,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed')),
  progress double precision,
  -- json keeps the order of the fields; jsonb does not.
  result json,
  evidence jsonb,
  coverage jsonb,
  confidence_score integer,
  model_used text,
  processing_time_ms integer,
  error_code text,
  error_message text,
  created_at timestamptz not null,
  completed_at timestamptz,
  unique (content_id, prompt_id, version)
);
create index analyses_page on analyses (content_id, created_at desc, id desc);
