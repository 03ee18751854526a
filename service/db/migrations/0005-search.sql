create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- unaccent() is only stable; with its dictionary named it may be used for stored vectors.
create function plain(value text) returns text
  language sql immutable parallel safe strict
  as $$ select public.unaccent('public.unaccent'::regdictionary, value) $$;

create table search_documents (
  content_id text primary key references content on delete cascade,
  project_id text not null,
  language regconfig not null,
  filename text not null,
  body text not null,
  document tsvector not null
);
create index search_documents_match on search_documents using gin (document);
create index search_documents_filename on search_documents using gin (filename gin_trgm_ops);
create index search_documents_body on search_documents using gin (body gin_trgm_ops);
