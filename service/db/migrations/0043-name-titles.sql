-- What the name of a recording's file, or of the folder that a program made for it, says that it is called.
ALTER TABLE content ADD COLUMN name_title text;

DROP INDEX content_by_name;
ALTER TABLE content
  DROP COLUMN shown_title,
  DROP COLUMN plain_name,
  DROP COLUMN name_order,
  ADD COLUMN shown_title text NOT NULL
    GENERATED ALWAYS AS (title_of(coalesce(title, proposed_title, name_title), filename)) STORED,
  ADD COLUMN plain_name text COLLATE "C" NOT NULL GENERATED ALWAYS AS
    (plain_name(coalesce(coalesce(title, proposed_title, name_title) || chr(10), '') || filename)) STORED,
  ADD COLUMN name_order text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (name_order(title_of(coalesce(title, proposed_title, name_title), filename))) STORED;
CREATE INDEX content_by_name ON content (project_id, name_order, id);
