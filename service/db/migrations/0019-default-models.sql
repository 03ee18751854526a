-- Which models are used where neither a recording nor its project names one; NULL: the bundled one
-- to hear, the largest one that fits to write.
ALTER TABLE organizations
  ADD COLUMN speech_model text,
  ADD COLUMN language_model text;
