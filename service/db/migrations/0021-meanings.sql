-- What each segment means, as a vector of the embedding model in use; for questions that put it in
-- other words. Filled in the background, and only where such a model is installed.
CREATE TABLE ask_meanings (
  content_id text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (content_id, place),
  FOREIGN KEY (content_id, place) REFERENCES ask_segments (content_id, place) ON DELETE CASCADE
);

-- Without pgvector there is no column for them, and Ask goes by words alone. Choice: no stand-in
-- without it, because only servers of others can lack it.
DO $$
  BEGIN
    IF EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN
      CREATE EXTENSION IF NOT EXISTS vector;
      -- Half precision: half the bytes, the same order of answers. Each model has its own length.
      ALTER TABLE ask_meanings ADD COLUMN meaning halfvec NOT NULL;
    END IF;
  END
$$;

-- The embedding model that all vectors are of; no row where none is installed.
CREATE TABLE ask_model (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id text NOT NULL,
  languages text[] NOT NULL
);

-- Recordings of which every segment has its vector.
CREATE TABLE ask_embedded (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE
);

-- As before, and no vector outlives the words that it was made from: those of a segment and of the
-- one before it.
CREATE OR REPLACE FUNCTION ask_index(recording text) RETURNS void LANGUAGE plpgsql
  AS $$
    DECLARE
      stems regconfig;
      said jsonb;
      ids tsvector;
    BEGIN
      SELECT ask_language(language), segments INTO stems, said FROM transcripts
        WHERE content_id = recording ORDER BY version DESC LIMIT 1;
      SELECT array_to_tsvector(ARRAY[id, project_id]) INTO ids FROM content WHERE id = recording;
      DELETE FROM ask_embedded WHERE content_id = recording;
      DELETE FROM ask_segments
        WHERE content_id = recording AND place > coalesce(jsonb_array_length(said), 0);
      WITH changed AS (
        INSERT INTO ask_segments
          SELECT recording, new.place, new.id, new.speaker_id, new.start_time, new.end_time, new.text,
            stems, strip(to_tsvector(stems, ask_text(new.text))) || ids
          FROM (
            SELECT at::integer AS place, segment->>'id' AS id, segment->>'speaker_id' AS speaker_id,
              (segment->>'start')::float8 AS start_time, (segment->>'end')::float8 AS end_time,
              segment->>'text' AS text
            FROM jsonb_array_elements(said) WITH ORDINALITY AS each (segment, at)
          ) new
          LEFT JOIN ask_segments old ON old.content_id = recording AND old.place = new.place
          WHERE (old.segment_id, old.speaker_id, old.start_time, old.end_time, old.text, old.language)
            IS DISTINCT FROM (new.id, new.speaker_id, new.start_time, new.end_time, new.text, stems)
          ON CONFLICT (content_id, place) DO UPDATE SET
            segment_id = excluded.segment_id, speaker_id = excluded.speaker_id,
            start_time = excluded.start_time, end_time = excluded.end_time,
            text = excluded.text, language = excluded.language, words = excluded.words
          RETURNING place
      )
      DELETE FROM ask_meanings USING changed
        WHERE content_id = recording
          AND ask_meanings.place IN (changed.place, changed.place + 1);
    END
  $$;
