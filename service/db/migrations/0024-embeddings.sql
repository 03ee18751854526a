-- What was called a meaning is an embedding everywhere else: the table, its column, its constraints
-- and the function that names it take that name. No row is rewritten.
ALTER TABLE ask_meanings RENAME TO ask_embeddings;
ALTER TABLE ask_embeddings RENAME CONSTRAINT ask_meanings_pkey TO ask_embeddings_pkey;
ALTER TABLE ask_embeddings
  RENAME CONSTRAINT ask_meanings_content_id_place_fkey TO ask_embeddings_content_id_place_fkey;

-- A database without pgvector has no such column.
DO $$
  BEGIN
    IF EXISTS (
      SELECT FROM information_schema.columns
      WHERE table_name = 'ask_embeddings' AND column_name = 'meaning'
    ) THEN
      ALTER TABLE ask_embeddings RENAME COLUMN meaning TO embedding;
    END IF;
  END
$$;

-- As in 0021, with the new name: no embedding outlives the words that it was made from, those of a
-- segment and of the one before it.
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
      DELETE FROM ask_embeddings USING changed
        WHERE content_id = recording
          AND ask_embeddings.place IN (changed.place, changed.place + 1);
    END
  $$;
