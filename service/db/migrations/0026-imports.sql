-- Transcripts of other programs come in as content without sound, or in the place of what the engine
-- recognized.
ALTER TABLE content
  ADD COLUMN source text NOT NULL DEFAULT 'recording' CHECK (source IN ('recording', 'import'));
ALTER TABLE transcripts
  -- The file said nothing about when some of it was said.
  ADD COLUMN has_estimated_times boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT transcripts_origin_check,
  ADD CONSTRAINT transcripts_origin_check
    CHECK (origin IN ('machine', 'edited', 'restored', 'imported'));
