-- Where a file's name stands in for a title it reads as one: "weekly_sync.mp4", "call-with-mary.wav".
CREATE OR REPLACE FUNCTION title_of(title text, filename text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT coalesce(title, CASE
      WHEN words = '' THEN filename
      WHEN words = stem OR stem ~ '\s' THEN words
      ELSE upper(left(words, 1)) || substr(words, 2)
    END)
    FROM (SELECT regexp_replace(filename, '(.)\.(3g[p2]|[[:alpha:]][[:alnum:]]{0,4})$', '\1') AS stem) of_file,
    LATERAL (SELECT trim(regexp_replace(stem, '[_\s]+', ' ', 'g')) AS spaced) without_underscores,
    -- Hyphens stand for spaces where there are no others; "check-in" and dates keep theirs.
    LATERAL (SELECT CASE
      WHEN spaced ~ ' ' OR spaced !~ '[^\d-]-[^\d-].*[^\d-]-[^\d-]' THEN spaced
      ELSE regexp_replace(spaced, '(?<=[^\d-])-(?=[^\d-])', ' ', 'g')
    END AS words) without_hyphens
  $$;
-- Computes what is made of it anew.
UPDATE content SET filename = filename;
