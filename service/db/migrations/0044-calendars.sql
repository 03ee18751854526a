-- Calendars of people, from a file or an address, and of them what names recordings.
CREATE TABLE calendars (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations,
  name text NOT NULL,
  -- Sealed, for whoever has an address reads the calendar; null of one that came as a file.
  url_sealed text,
  host text,
  etag text,
  last_modified text,
  is_reminding boolean NOT NULL DEFAULT true,
  -- Why it could not be read the last time.
  error_code text,
  error_message text,
  failures integer NOT NULL DEFAULT 0,
  read_at timestamptz,
  next_read_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- What takes place once, around now; what a recording is named by stays.
CREATE TABLE calendar_events (
  id text PRIMARY KEY,
  calendar_id text NOT NULL REFERENCES calendars ON DELETE CASCADE,
  uid text NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  title text NOT NULL,
  -- Names of those who were asked to come.
  people jsonb NOT NULL DEFAULT '[]',
  -- Whether somebody else takes part, or there is a link to a conference.
  is_meeting boolean NOT NULL,
  UNIQUE (calendar_id, uid, starts_at)
);
CREATE INDEX calendar_events_by_time ON calendar_events (starts_at);

-- The event of a recording; null where a person took it off.
CREATE TABLE content_events (
  content_id text PRIMARY KEY REFERENCES content ON DELETE CASCADE,
  event_id text REFERENCES calendar_events ON DELETE CASCADE,
  -- Whether a person chose so.
  is_chosen boolean NOT NULL
);
CREATE INDEX content_events_by_event ON content_events (event_id);
CREATE INDEX content_by_recorded_at ON content (recorded_at) WHERE recorded_at IS NOT NULL;

-- What a calendar says that a recording is: shown where no person gave a title. It outlives its event.
ALTER TABLE content ADD COLUMN event_title text;

DROP INDEX content_by_name;
ALTER TABLE content
  DROP COLUMN shown_title,
  DROP COLUMN plain_name,
  DROP COLUMN name_order,
  ADD COLUMN shown_title text NOT NULL
    GENERATED ALWAYS AS (title_of(coalesce(title, event_title, proposed_title, name_title), filename)) STORED,
  ADD COLUMN plain_name text COLLATE "C" NOT NULL GENERATED ALWAYS AS
    (plain_name(coalesce(coalesce(title, event_title, proposed_title, name_title) || chr(10), '') || filename)) STORED,
  ADD COLUMN name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS
    (name_order(title_of(coalesce(title, event_title, proposed_title, name_title), filename))) STORED;
CREATE INDEX content_by_name ON content (project_id, name_order, id);

DROP TRIGGER note_recording ON content;
CREATE TRIGGER note_recording
  AFTER DELETE OR UPDATE OF title, event_title, proposed_title, recorded_at, project_id, trashed_at ON content
  FOR EACH ROW EXECUTE FUNCTION note_recording();
