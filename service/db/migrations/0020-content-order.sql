-- Names as people compare and look for them: without case, accents or the form their letters came in.
create function plain_name(name text) returns text language sql immutable strict parallel safe
  as $$ select lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')) $$;

-- Numbers in names by their value: each begins with how many digits it has, so call 9 comes before
-- call 10 whatever else the names hold.
create function name_order(name text) returns text language sql immutable strict parallel safe
  as $$
    select coalesce(string_agg(
      case when part[1] ~ '^[0-9]'
        then lpad(length(digits)::text, 3, '0') || digits
        else part[1] end,
      '' order by place), '')
    from regexp_matches(plain_name(name), '([0-9]+|[^0-9]+)', 'g')
        with ordinality as piece(part, place),
      lateral (select ltrim(part[1], '0') as digits) as stripped
  $$;

alter table content
  add column plain_name text collate "C" generated always as (plain_name(filename)) stored,
  add column name_order text collate "C" generated always as (name_order(filename)) stored;

create index content_by_name on content (project_id, name_order, id);
create index content_by_size on content (project_id, size_bytes, id);
-- Longest and shortest first: recordings whose length is not known yet come last in either.
create index content_by_longest on content (project_id, coalesce(duration_seconds, -1), id);
create index content_by_shortest on content (project_id, coalesce(duration_seconds, 'Infinity'), id);
