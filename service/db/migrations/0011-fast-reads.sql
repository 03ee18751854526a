-- A project says how many recordings it has; counting 10,000 takes longer than all else it says.
alter table projects add column content_count integer not null default 0;
update projects set content_count =
  (select count(*) from content where content.project_id = projects.id);

create function count_content() returns trigger language plpgsql
  as $$
    begin
      update projects set content_count = content_count + change.recordings
      from (
        select project_id, case tg_op when 'INSERT' then count(*) else -count(*) end as recordings
        from changed group by project_id
      ) change
      where projects.id = change.project_id;
      return null;
    end
  $$;
create trigger content_counts_added after insert on content
  referencing new table as changed for each statement execute function count_content();
create trigger content_counts_removed after delete on content
  referencing old table as changed for each statement execute function count_content();

-- A search takes the newest of its matches before it reads more of them.
alter table search_documents add column created_at timestamptz;
update search_documents set created_at = content.created_at
  from content where content.id = search_documents.content_id;
alter table search_documents alter column created_at set not null;

-- Which languages to read a query in, without looking at every document.
create table search_languages (language regconfig primary key);
insert into search_languages select distinct language from search_documents;
