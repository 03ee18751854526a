-- How recordings are heard: settings, versions of a transcript, work that can go on, known voices.

-- Names and terms as a list of {term, heard_as[]}; the project's come before the organization's.
ALTER TABLE organizations ADD COLUMN vocabulary jsonb NOT NULL DEFAULT '[]';

ALTER TABLE projects
  ADD COLUMN language text,                             -- ISO 639-1; NULL: detected
  ADD COLUMN speech_model text,                         -- id of the catalogue; NULL: the default
  ADD COLUMN translate_to_english boolean NOT NULL DEFAULT false,
  ADD COLUMN vocabulary jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN voice_memory boolean NOT NULL DEFAULT false;

ALTER TABLE content
  -- What upload or reprocess asked for instead of the project's settings, NULL: as the project.
  ADD COLUMN language text,
  ADD COLUMN speech_model text,
  ADD COLUMN translate_to_english boolean,
  -- Of one track in the other; NULL where there are no two tracks.
  ADD COLUMN echo text CHECK (echo IN ('none', 'reduced', 'heavy')),
  ADD COLUMN remaining_seconds real,
  -- Whether transcription.started was told of the work under way.
  ADD COLUMN is_announced boolean NOT NULL DEFAULT false;

ALTER TABLE transcripts
  ADD COLUMN origin text NOT NULL DEFAULT 'machine' CHECK (origin IN ('machine', 'edited', 'restored')),
  ADD COLUMN based_on integer,                          -- the version it was made from
  ADD COLUMN edited_by text,                            -- a member's id, kept when the member goes
  ADD COLUMN translated_to text,                        -- 'en' where the text is a translation
  ADD COLUMN processing_seconds real,                   -- wall time of the engine, for its speed
  ADD COLUMN last_speaker integer NOT NULL DEFAULT 0,   -- the highest number that a speaker of it had
  ADD COLUMN updated_at timestamptz;
UPDATE transcripts SET updated_at = created_at;
ALTER TABLE transcripts ALTER COLUMN updated_at SET NOT NULL;

-- A segment names its speaker by id; what is shown follows from the list of speakers.
UPDATE transcripts SET segments = (
  SELECT coalesce(jsonb_agg(
    (segment - 'speaker') || jsonb_build_object('speaker_id', replace(lower(segment->>'speaker'), ' ', '_'))
    ORDER BY at), '[]')
  FROM jsonb_array_elements(segments) WITH ORDINALITY AS each (segment, at));

-- Finished parts of a transcription under way: what a crash or a pause does not undo.
CREATE TABLE transcription_parts (
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  key text NOT NULL,
  value jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (content_id, key)
);

-- People whose voice a project remembers, by the owner's choice. How they sound lies in the samples.
CREATE TABLE voices (
  id text PRIMARY KEY,
  project_id text NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX voices_by_name ON voices (project_id, lower(name));

-- How the speakers of a recording sound, as a version by the engine tells them apart; kept only where
-- the project remembers voices.
CREATE TABLE speaker_voices (
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  transcript_version integer NOT NULL,
  speaker_id text NOT NULL,
  model text NOT NULL,
  embedding jsonb NOT NULL,
  seconds real NOT NULL,
  voice_id text REFERENCES voices (id) ON DELETE CASCADE,            -- whose it is, as a person said
  suggested_voice_id text REFERENCES voices (id) ON DELETE SET NULL, -- whose it may be
  PRIMARY KEY (content_id, transcript_version, speaker_id)
);
CREATE INDEX speaker_voices_by_voice ON speaker_voices (voice_id);
CREATE INDEX speaker_voices_by_suggestion ON speaker_voices (suggested_voice_id);

-- A voice of which no sample is left is forgotten.
CREATE FUNCTION forget_empty_voice() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM voices WHERE id = OLD.voice_id
      AND NOT EXISTS (SELECT FROM speaker_voices WHERE voice_id = OLD.voice_id);
    RETURN NULL;
  END
$$;
CREATE TRIGGER forget_empty_voice AFTER DELETE OR UPDATE OF voice_id ON speaker_voices
  FOR EACH ROW WHEN (OLD.voice_id IS NOT NULL) EXECUTE FUNCTION forget_empty_voice();
