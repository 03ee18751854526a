-- What each speaker of a recording said in its newest transcript, to be searched by name.
CREATE TABLE search_speech (
  content_id text NOT NULL REFERENCES content (id) ON DELETE CASCADE,
  project_id text NOT NULL,
  created_at timestamptz NOT NULL,  -- of the recording
  speaker_id text NOT NULL,
  -- As it is shown: the name, else the label (Speaker 1).
  name text NOT NULL,
  name_key text NOT NULL,
  is_named boolean NOT NULL,
  said_hash text NOT NULL,
  -- Stems and words as they were said; also the name, so that the index alone narrows to it.
  words tsvector NOT NULL,
  PRIMARY KEY (content_id, speaker_id)
);
-- The words lie beside the rows, and nothing else does: counting names does not read them.
ALTER TABLE search_speech SET (toast_tuple_target = 128);
ALTER TABLE search_speech
  ALTER content_id SET STORAGE MAIN,
  ALTER project_id SET STORAGE MAIN,
  ALTER speaker_id SET STORAGE MAIN,
  ALTER name SET STORAGE MAIN,
  ALTER name_key SET STORAGE MAIN,
  ALTER said_hash SET STORAGE MAIN;
-- Without a pending list, so that a search never has to read what was not sorted in yet.
CREATE INDEX search_speech_words ON search_speech USING gin (words) WITH (fastupdate = off);

-- One form for a name, however it was typed.
CREATE FUNCTION speaker_key(name text) RETURNS text LANGUAGE sql STABLE
  AS $$ SELECT left(lower(unaccent(btrim(regexp_replace(name, '\s+', ' ', 'g')))), 200) $$;

-- Whether a word of a text begins so.
CREATE FUNCTION starts_with_word(text, beginning text) RETURNS boolean LANGUAGE sql IMMUTABLE
  AS $$ SELECT starts_with($1, $2) OR strpos($1, ' ' || $2) > 0 $$;

-- No word begins with this sign, so no query for a word finds a name.
CREATE FUNCTION speaker_mark(key text) RETURNS tsvector LANGUAGE sql IMMUTABLE
  AS $$ SELECT array_to_tsvector(ARRAY['=' || key]) $$;

CREATE FUNCTION speaker_query(name text) RETURNS tsquery LANGUAGE sql STABLE
  AS $$
    SELECT ('''' || replace(replace('=' || speaker_key(name), '\', '\\'), '''', '''''') || '''')::tsquery
  $$;

-- The words of a speech in the language's stems and as they were said.
CREATE FUNCTION speech_words(language regconfig, said text) RETURNS tsvector LANGUAGE plpgsql STABLE
  AS $$
    DECLARE
      exact regconfig := nullif('plain_simple'::regconfig, language);
    BEGIN
      LOOP
        BEGIN
          RETURN strip(to_tsvector(language, said) || coalesce(to_tsvector(exact, said), ''));
        EXCEPTION WHEN program_limit_exceeded THEN
          -- A vector holds 1 MB of different words; beyond that only the beginning is searched.
          said := left(said, length(said) / 2);
        END;
      END LOOP;
    END
  $$;

-- Brings the rows of a recording up to its newest transcript. What a speaker said is read again only
-- where it changed: a new name is put in the place of the old one.
CREATE FUNCTION search_speech_index(recording text) RETURNS void LANGUAGE plpgsql
  AS $$
    DECLARE
      people jsonb;
      project text;
      added timestamptz;
      heard record;
      old search_speech;
    BEGIN
      SELECT speakers INTO people FROM transcripts
        WHERE content_id = recording ORDER BY version DESC LIMIT 1;
      SELECT project_id, created_at INTO project, added FROM content WHERE id = recording;
      DELETE FROM search_speech gone WHERE content_id = recording AND NOT EXISTS (
        SELECT FROM ask_segments said
        WHERE said.content_id = recording AND said.speaker_id = gone.speaker_id);
      FOR heard IN
        SELECT speech.*, speaker_key(shown.name) AS key, shown.name, shown.is_named,
          md5(speech.language::text || speech.said) AS hash
        FROM (
          SELECT speaker_id, min(language::text)::regconfig AS language,
            string_agg(text, ' ' ORDER BY place) AS said
          FROM ask_segments WHERE content_id = recording GROUP BY speaker_id
        ) speech
        JOIN LATERAL (
          SELECT coalesce(person->>'name', person->>'label', '') AS name,
            person->>'name' IS NOT NULL AS is_named
          FROM jsonb_array_elements(people) person WHERE person->>'id' = speech.speaker_id LIMIT 1
        ) shown ON true
      LOOP
        SELECT * INTO old FROM search_speech
          WHERE content_id = recording AND speaker_id = heard.speaker_id;
        IF old.said_hash IS DISTINCT FROM heard.hash THEN
          INSERT INTO search_speech VALUES (recording, project, added, heard.speaker_id,
              heard.name, heard.key, heard.is_named, heard.hash,
              speech_words(heard.language, ask_text(heard.said)) || speaker_mark(heard.key))
            ON CONFLICT (content_id, speaker_id) DO UPDATE SET
              name = excluded.name, name_key = excluded.name_key, is_named = excluded.is_named,
              said_hash = excluded.said_hash, words = excluded.words;
        ELSIF (old.name, old.is_named) IS DISTINCT FROM (heard.name, heard.is_named) THEN
          UPDATE search_speech SET name = heard.name, name_key = heard.key,
              is_named = heard.is_named,
              words = ts_delete(words, '=' || old.name_key) || speaker_mark(heard.key)
            WHERE content_id = recording AND speaker_id = heard.speaker_id;
        END IF;
      END LOOP;
    END
  $$;

CREATE FUNCTION search_speech_transcript() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      PERFORM search_speech_index(new.content_id);
      RETURN NULL;
    END
  $$;

-- After those of ask_segments, which it reads: triggers run in the order of their names. Every
-- correction ends by writing the list of speakers.
CREATE TRIGGER search_speech_on_insert AFTER INSERT ON transcripts
  FOR EACH ROW WHEN (new.origin <> 'edited') EXECUTE FUNCTION search_speech_transcript();
CREATE TRIGGER search_speech_on_update AFTER UPDATE OF speakers ON transcripts
  FOR EACH ROW EXECUTE FUNCTION search_speech_transcript();

SELECT search_speech_index(id) FROM content;
