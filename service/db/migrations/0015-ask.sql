-- What was said, segment by segment, for questions: one row of the newest transcript each.
CREATE TABLE ask_segments (
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  place integer NOT NULL,
  segment_id text NOT NULL,
  speaker_id text NOT NULL,
  start_time double precision NOT NULL,
  end_time double precision NOT NULL,
  text text NOT NULL,
  language regconfig NOT NULL,
  -- Stems; also the ids of recording and project, so that the index alone narrows to them.
  words tsvector NOT NULL,
  PRIMARY KEY (content_id, place)
);
-- Without a pending list, so that a question never has to read what was not sorted in yet.
CREATE INDEX ask_segments_words ON ask_segments USING gin (words) WITH (fastupdate = off);

-- The word stems for a language (ISO 639-1), the same as of features/search/languages.ts.
CREATE FUNCTION ask_language(code text) RETURNS regconfig LANGUAGE sql IMMUTABLE
  AS $$
    SELECT ('plain_' || coalesce('{
      "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish",
      "nl": "dutch", "en": "english", "et": "estonian", "fi": "finnish", "fr": "french",
      "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian",
      "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian",
      "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian",
      "ru": "russian", "sr": "serbian", "es": "spanish", "sv": "swedish", "ta": "tamil",
      "tr": "turkish", "yi": "yiddish"
    }'::jsonb ->> left(lower(code), 2), 'simple'))::regconfig
  $$;

-- Scripts without blanks between words as pairs of characters: 会议纪要 is 会议 议纪 纪要.
CREATE FUNCTION ask_text(said text) RETURNS text LANGUAGE plpgsql IMMUTABLE
  AS $$
    DECLARE
      unspaced constant text :=
        '[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]';
    BEGIN
      -- Most speech holds none of them.
      IF said !~ unspaced THEN RETURN said; END IF;
      RETURN (
        SELECT string_agg(CASE WHEN part[1] IS NULL THEN part[2] ELSE pairs END, ' ' ORDER BY at)
        FROM regexp_matches(said, '(' || unspaced || '+)|([^' || substr(unspaced, 2) || '+)', 'g')
            WITH ORDINALITY AS each (part, at),
          LATERAL (
            SELECT string_agg(substr(part[1], i, 2), ' ') AS pairs
            FROM generate_series(1, greatest(1, length(part[1]) - 1)) i
          ) run);
    END
  $$;

-- Rewrites the rows of a recording that are not as its newest transcript has them.
CREATE FUNCTION ask_index(recording text) RETURNS void LANGUAGE plpgsql
  AS $$
    DECLARE
      stems regconfig;
      said jsonb;
      ids tsvector;
    BEGIN
      SELECT ask_language(language), segments INTO stems, said FROM transcripts
        WHERE content_id = recording ORDER BY version DESC LIMIT 1;
      SELECT array_to_tsvector(ARRAY[id, project_id]) INTO ids FROM content WHERE id = recording;
      DELETE FROM ask_segments
        WHERE content_id = recording AND place > coalesce(jsonb_array_length(said), 0);
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
          text = excluded.text, language = excluded.language, words = excluded.words;
    END
  $$;

CREATE FUNCTION ask_index_transcript() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      PERFORM ask_index(new.content_id);
      RETURN NULL;
    END
  $$;

-- A version made for a correction is the same as the one before until it is corrected.
CREATE TRIGGER ask_on_insert AFTER INSERT ON transcripts
  FOR EACH ROW WHEN (new.origin <> 'edited') EXECUTE FUNCTION ask_index_transcript();
CREATE TRIGGER ask_on_update AFTER UPDATE OF segments ON transcripts
  FOR EACH ROW EXECUTE FUNCTION ask_index_transcript();

SELECT ask_index(id) FROM content;
