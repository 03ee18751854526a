-- Recordings in a language that the model knows and without a row in ask_embedded, so that they are not looked for
-- among all recordings. Kept here, because a process of the version before writes the other tables as well.
CREATE TABLE ask_unread (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE
);

-- With another model all recordings lack vectors; without one, none does.
CREATE FUNCTION ask_list_unread() RETURNS void LANGUAGE sql
  AS $$
    DELETE FROM ask_unread;
    INSERT INTO ask_unread
      SELECT content_id FROM ask_model, (
        SELECT DISTINCT ON (content_id) content_id, left(lower(language), 2) AS spoken FROM transcripts
        ORDER BY content_id, version DESC
      ) newest
      WHERE (spoken = ANY (languages) OR 'multilingual' = ANY (languages))
        AND NOT EXISTS (SELECT FROM ask_embedded WHERE ask_embedded.content_id = newest.content_id)
  $$;

CREATE FUNCTION ask_follow_model() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      PERFORM ask_list_unread();
      RETURN NULL;
    END
  $$;
CREATE TRIGGER ask_unread_of_model AFTER INSERT OR DELETE ON ask_model
  FOR EACH STATEMENT EXECUTE FUNCTION ask_follow_model();

CREATE FUNCTION ask_note_embedded() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      DELETE FROM ask_unread USING embedded WHERE ask_unread.content_id = embedded.content_id;
      RETURN NULL;
    END
  $$;
CREATE TRIGGER ask_unread_no_more AFTER INSERT ON ask_embedded REFERENCING NEW TABLE AS embedded
  FOR EACH STATEMENT EXECUTE FUNCTION ask_note_embedded();

-- As in 0024, and notes that the recording lacks vectors now.
CREATE OR REPLACE FUNCTION ask_index(recording text) RETURNS void LANGUAGE plpgsql
  AS $$
    DECLARE
      spoken text;
      stems regconfig;
      said jsonb;
      ids tsvector;
    BEGIN
      SELECT language, ask_language(language), segments INTO spoken, stems, said FROM transcripts
        WHERE content_id = recording ORDER BY version DESC LIMIT 1;
      SELECT array_to_tsvector(ARRAY[id, project_id]) INTO ids FROM content WHERE id = recording;
      DELETE FROM ask_embedded WHERE content_id = recording;
      DELETE FROM ask_unread WHERE content_id = recording;
      INSERT INTO ask_unread SELECT recording FROM ask_model
        WHERE spoken IS NOT NULL
          AND (left(lower(spoken), 2) = ANY (languages) OR 'multilingual' = ANY (languages));
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

-- Those that lack some at the time of this step.
DO $$ BEGIN PERFORM ask_list_unread(); END $$;

-- Insights count those of ten thousand recordings at once, and lists show a hundred: for each of them the function took ten
-- times as long as the query that is in it, and planning that takes half a millisecond (decision 0087).
ALTER POLICY own_organization ON recording_findings
  USING ((SELECT works_for_all()) OR EXISTS (SELECT FROM content WHERE content.id = content_id));
ALTER POLICY own_organization ON transcripts
  USING ((SELECT works_for_all()) OR EXISTS (SELECT FROM content WHERE content.id = content_id));
ALTER POLICY own_organization ON analysis_runs
  USING ((SELECT works_for_all()) OR EXISTS (SELECT FROM projects WHERE projects.id = project_id));
