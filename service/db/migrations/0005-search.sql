create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- Every language of full-text search again, blind to accents: plain_english, plain_simple, …
do $$
declare
  name text;
begin
  for name in select cfgname from pg_ts_config where cfgnamespace = 'pg_catalog'::regnamespace loop
    execute format('create text search configuration plain_%s (copy = pg_catalog.%I)', name, name);
    execute format(
      'alter text search configuration plain_%s alter mapping for word, hword, hword_part with unaccent, %I',
      name, case name when 'simple' then 'simple' else name || '_stem' end);
    execute format(
      'alter text search configuration plain_%s alter mapping for numword, numhword, hword_numpart with unaccent, simple',
      name);
  end loop;
end $$;

-- document is what a query must match. ranking holds only the names, findings and frequent words:
-- reading the whole document of each of thousands of hits would take seconds.
create table search_documents (
  content_id text primary key references content on delete cascade,
  project_id text not null,
  language regconfig not null,
  filename text not null,
  body text not null,
  document tsvector not null,
  ranking tsvector not null
);
-- Without a pending list, so that a search never has to read what was not sorted in yet.
create index search_documents_match on search_documents using gin (document) with (fastupdate = off);
create index search_documents_filename on search_documents
  using gin (filename gin_trgm_ops) with (fastupdate = off);

-- The most frequent words of a vector, with up to three places each: enough for ts_rank.
create function search_keywords(source tsvector, weight text, at_least integer, at_most integer)
  returns tsvector language sql stable
  as $$
    select coalesce(string_agg(word, ' ')::tsvector, '')
    from (
      select '''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || ''':'
        || array_to_string(array(
             select place || weight from generate_series(1, least(cardinality(positions), 3)) place
           ), ',') as word
      from unnest(source)
      where cardinality(positions) >= at_least
      order by cardinality(positions) desc, lexeme
      limit at_most
    ) words
  $$;

-- Names weigh A, findings B, speech C; each in the language's word stems and as it was said.
create function search_vectors(
  language regconfig, names text, findings text, speech text,
  out document tsvector, out ranking tsvector
) language plpgsql stable
  as $$
    declare
      named tsvector;
      found tsvector;
      said tsvector;
      exact regconfig := nullif('plain_simple'::regconfig, language);
    begin
      named := to_tsvector(language, names) || coalesce(to_tsvector(exact, names), '');
      loop
        begin
          found := to_tsvector(language, findings);
          said := to_tsvector(language, speech);
          document := setweight(named, 'A')
            || setweight(found || coalesce(to_tsvector(exact, findings), ''), 'B')
            || setweight(said || coalesce(to_tsvector(exact, speech), ''), 'C');
          exit;
        exception when program_limit_exceeded then
          -- A vector holds 1 MB of different words; beyond that only the beginning is searched.
          findings := left(findings, length(findings) / 2);
          speech := left(speech, length(speech) / 2);
        end;
      end loop;
      ranking := setweight(named, 'A')
        || search_keywords(found, 'B', 1, 60)
        || search_keywords(said, 'C', 2, 100);
    end
  $$;

-- The words in each language's stems or as they were typed; the last one may be unfinished.
create function search_query(words text, is_typing boolean, languages text[]) returns tsquery
  language plpgsql stable
  as $$
    declare
      typed tsquery := websearch_to_tsquery('plain_simple', words);
      whole tsquery := typed;
      language text;
    begin
      foreach language in array languages loop
        whole := whole || websearch_to_tsquery(language::regconfig, words);
      end loop;
      if is_typing and typed::text like '%''' then
        whole := whole || (typed::text || ':*')::tsquery;
      end if;
      return whole;
    end
  $$;
