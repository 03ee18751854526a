CREATE EXTENSION IF NOT EXISTS amcheck;

-- How many rows each table should have. A page of zeros is a valid page to PostgreSQL, and a table cut
-- short is a shorter table: only a number kept elsewhere tells that rows are gone (reliability.md PG-4).
-- Several rows a table, one for each slot of sessions: on a server with many writers those of one slot wait
-- for each other's commit, the others do not. PGlite has one session and so one slot. Room is left in the page
-- for new versions of a row, so that an update touches no index.
CREATE TABLE row_counts (
  table_name text NOT NULL,
  slot smallint NOT NULL,
  rows bigint NOT NULL,
  PRIMARY KEY (table_name, slot)
) WITH (fillfactor = 40);

-- Once for each statement, however many rows it adds or removes.
CREATE FUNCTION count_rows() RETURNS trigger LANGUAGE plpgsql
  AS $$
    DECLARE
      change bigint;
    BEGIN
      IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM row_counts WHERE table_name = TG_TABLE_NAME;
        RETURN NULL;
      ELSIF TG_OP = 'INSERT' THEN
        SELECT count(*) INTO change FROM added;
      ELSE
        SELECT -count(*) INTO change FROM removed;
      END IF;
      IF change <> 0 THEN
        INSERT INTO row_counts AS kept (table_name, slot, rows)
          VALUES (TG_TABLE_NAME, abs(pg_backend_pid()) % 8, change)
          ON CONFLICT (table_name, slot) DO UPDATE SET rows = kept.rows + excluded.rows;
      END IF;
      RETURN NULL;
    END
  $$;

-- Begins to count every table that is not counted yet. migrate.ts calls it after each step. A step that
-- renames a table deletes the old name's rows from row_counts and drops the trigger count_added.
CREATE FUNCTION count_new_tables() RETURNS void LANGUAGE plpgsql
  AS $$
    DECLARE
      uncounted text;
    BEGIN
      FOR uncounted IN
        SELECT relname FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'row_counts'
          AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgname = 'count_added')
      LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER count_added AFTER INSERT ON %I
          REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', uncounted);
        EXECUTE format('CREATE OR REPLACE TRIGGER count_removed AFTER DELETE ON %I
          REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', uncounted);
        EXECUTE format('CREATE OR REPLACE TRIGGER count_emptied AFTER TRUNCATE ON %I
          FOR EACH STATEMENT EXECUTE FUNCTION count_rows()', uncounted);
        EXECUTE format('INSERT INTO row_counts (table_name, slot, rows)
          SELECT %L, 0, count(*) FROM %I', uncounted, uncounted);
      END LOOP;
    END
  $$;
