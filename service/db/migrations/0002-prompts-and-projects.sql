create table prompts (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  name text not null,
  description text,
  type text not null check (type in ('custom', 'system')),
  template text not null,
  -- json keeps the order of the properties, in which they are written and shown; jsonb does not.
  output_schema json,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index prompts_page on prompts (organization_id, created_at desc, id desc);

create table projects (
  id text primary key,
  organization_id text not null references organizations on delete cascade,
  name text not null,
  slug text not null,
  description text,
  default_prompt_id text,
  auto_analyze boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, slug)
);
create index projects_page on projects (organization_id, created_at desc, id desc);
