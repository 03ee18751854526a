-- Where several connections write, a transaction that got its number first may commit last, and its event would
-- appear behind a reader of the stream. So numbers are given one transaction after the other, for each
-- organization: the lock ends with the commit.
ALTER TABLE events ALTER COLUMN position DROP IDENTITY;
CREATE SEQUENCE event_positions OWNED BY events.position;
SELECT setval('event_positions', coalesce(max(position), 0) + 1, false) FROM events;
CREATE FUNCTION place_event() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('earshot.events'), hashtext(NEW.organization_id));
      NEW.position := nextval('event_positions');
      RETURN NEW;
    END
  $$;
CREATE TRIGGER event_is_placed BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION place_event();
CREATE INDEX events_stream ON events (organization_id, position);

-- Older servers lack word stems for a few of the languages that ask_language names: words are then compared as they are.
DO $$
  DECLARE
    name text;
  BEGIN
    FOR name IN
      SELECT unnest(ARRAY['estonian']) EXCEPT SELECT cfgname FROM pg_ts_config
    LOOP
      EXECUTE format('CREATE TEXT SEARCH CONFIGURATION plain_%s (COPY = plain_simple)', name);
    END LOOP;
  END
$$;

-- By which processes see that all of them were given the same secret.
CREATE TABLE installation_key (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  fingerprint text NOT NULL
);
